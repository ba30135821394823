import { useNavigate } from 'react-router';
import { Notice } from '../components/Notice';
import { useTitle } from '../components/useTitle';

/** Says that an address leads nowhere, or nowhere this person may go. */
export function NotFound() {
  const navigate = useNavigate();
  useTitle('Nothing here');
  return (
    <Notice
      isPage
      icon="search"
      title="There is nothing here"
      action={{ label: 'Go to the start', run: () => navigate('/') }}
    >
      The address may be mistyped, what was here may have moved, or you may not see it.
    </Notice>
  );
}
