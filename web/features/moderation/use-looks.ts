import { useQuery } from '@tanstack/react-query';
import { safetyApi } from '#contract/safety.ts';
import { query } from '#web/api/query.ts';

const { crisis, looks } = safetyApi;

/** The number of people who may be in danger, and who is on duty. The line at the top reads the same answer. */
export const useWaiting = (enabled = true) => useQuery({ ...query(crisis.waiting, {}), enabled });

export const useLooks = (enabled = true) => useQuery({ ...query(looks.list, {}), staleTime: 0, enabled });
