import type { Flow } from '#engines/flow.ts';
import { card } from '#engines/flows/card.ts';
import { conflict } from '#engines/flows/conflict.ts';
import { dates } from '#engines/flows/dates.ts';
import { doctor } from '#engines/flows/doctor.ts';
import { download } from '#engines/flows/download.ts';
import { draft } from '#engines/flows/draft.ts';
import { network } from '#engines/flows/network.ts';
import { order } from '#engines/flows/order.ts';
import { undo } from '#engines/flows/undo.ts';

/** The tasks that each engine tries beside its screens, in this order. */
export const flows: readonly Flow[] = [card, doctor, dates, order, conflict, undo, download, network, draft];
