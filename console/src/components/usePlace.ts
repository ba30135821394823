import { type Dispatch, type SetStateAction, useEffect, useState } from 'react';
import { useLocation } from 'react-router';

/** How pages were left, by the entry in the browser's history and what of the page it is. */
const places = new Map<string, unknown>();
const mostPlaces = 300;

/** How somebody left a part of a page that they have come back to. */
export function usePlace<Place>(name: string): { key: string; known: Place | undefined; keep(place: Place): void } {
  const key = `${useLocation().key} ${name}`;
  return {
    key,
    known: places.get(key) as Place | undefined,
    keep(place) {
      places.delete(key);
      places.set(key, place);
      if (places.size > mostPlaces) places.delete(places.keys().next().value!);
    },
  };
}

/** State of a page that is as it was left when somebody comes back to it. */
export function useKeptState<Value>(name: string, initial: Value): [Value, Dispatch<SetStateAction<Value>>] {
  const place = usePlace<Value>(name);
  const [value, setValue] = useState(place.known ?? initial);
  useEffect(() => {
    if (value !== place.known) place.keep(value);
  });
  return [value, setValue];
}
