import { useEffect, useState } from 'react';

const deviceNow = () => new Date();

/** The current time by `clock`, else this device's, updated twice a minute while the component is mounted. */
export function useNow(clock = deviceNow) {
  const [now, setNow] = useState(clock);
  useEffect(() => {
    const timer = setInterval(() => setNow(clock()), 30_000);
    return () => clearInterval(timer);
  }, [clock]);
  return now;
}
