import { useMediaQuery } from '@mantine/hooks';

/** True under 768 px, where tables become lists and targets grow. It is correct from the first render on. */
export const usePhone = () => useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
