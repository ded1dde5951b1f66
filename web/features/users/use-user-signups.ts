import { useQuery } from '@tanstack/react-query';
import { api } from '#contract/api.ts';
import { query } from '#web/api/query.ts';
import { usePhone } from '#web/lib/use-phone.ts';

/** Days that the charts show, today included. */
export const chartDays = 30;

/** Who joined on each of the last days, by UTC. */
export const useSignups = () => useQuery(query(api.users.signups, { days: chartDays }));

/** What was written on each of the last days, by UTC. Phones have no room for it and do not ask. */
export const usePostsByDay = () => useQuery({ ...query(api.users.posts, { days: chartDays }), enabled: !usePhone() });
