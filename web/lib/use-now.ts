import { useEffect, useState } from 'react';

const deviceNow = () => new Date();

/** The present moment by a clock, else this device's, renewed twice a minute while the component is shown. */
export function useNow(clock = deviceNow) {
  const [now, setNow] = useState(clock);
  useEffect(() => {
    const timer = setInterval(() => setNow(clock()), 30_000);
    return () => clearInterval(timer);
  }, [clock]);
  return now;
}
