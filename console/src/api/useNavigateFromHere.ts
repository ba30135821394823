import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';

/** Goes to a page for as long as whoever asks is shown: an answer that comes late takes nobody away from where they have gone. */
export function useNavigateFromHere(): (to: string) => void {
  const navigate = useNavigate();
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return (to) => {
    if (isShown.current) void navigate(to);
  };
}
