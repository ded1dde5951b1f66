import { eq } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { activityFields, pregnancyWeekFields } from '#contract/cycle.ts';
import { doctorFields, withTitle } from '#contract/doctors.ts';
import type { Fields } from '#contract/entity.ts';
import type { Field } from '#contract/fields.ts';
import type { ContentKind } from '#contract/kinds.ts';
import { cardFields } from '#contract/lady-due.ts';
import { linesOf } from '#contract/rich-text-words.ts';
import { activities, pregnancyWeeks } from '#server/cycle/tables.ts';
import { doctors } from '#server/doctors/tables.ts';
import { cards } from '#server/lady-due/tables.ts';
import type { KeptTable } from '#server/records/kind.ts';

type Content = {
  table: KeptTable;
  fields: Fields;
  title: (record: Record<string, unknown>) => string;
  /** The fields that follow the title: the words for readers, and none that only say how or when these are shown. */
  shown: readonly string[];
  /** The fields with the address of its picture. */
  pictures: readonly string[];
};

const contents: Record<ContentKind, Content> = {
  card: {
    table: cards,
    fields: cardFields.fields,
    title: ({ title }) => String(title),
    shown: ['description', 'content', 'richContent', 'citations'],
    pictures: ['headerImageUrl'],
  },
  'pregnancy-week': {
    table: pregnancyWeeks,
    fields: pregnancyWeekFields.fields,
    title: ({ weekNumber }) => `Week ${String(weekNumber)}`,
    shown: ['babySize', 'developments', 'tips', 'citations'],
    pictures: [],
  },
  activity: {
    table: activities,
    fields: activityFields.fields,
    title: ({ name }) => String(name),
    shown: ['phase', 'description', 'content', 'richContent', 'citations'],
    pictures: [],
  },
  doctor: {
    table: doctors,
    fields: doctorFields.fields,
    title: ({ name }) => withTitle(String(name)),
    shown: [
      'specialty',
      'bio',
      'email',
      'phone',
      'yearsOfExperience',
      'location',
      'availabilityStatus',
      'consultationFee',
      'languages',
      'calendlyUrl',
    ],
    pictures: ['profileImage', 'imageUrl'],
  },
};

/** A value as text; `''` when the field is empty. */
function textOf({ type, options }: Field, value: unknown) {
  if (type === 'rich') return linesOf(String(value));
  return Array.isArray(value) ? value.join('\n') : (options?.[String(value)] ?? String(value));
}

/** The words of a record: its title, then a paragraph for each field with a value. */
function wordsOf({ fields, title, shown }: Content, record: Record<string, unknown>) {
  // The plain text is only shown where there is no rich one.
  const names = shown.filter((name) => name !== 'content' || record.richContent === '');
  const parts = names.flatMap((name) => {
    const field = fields[name];
    const text = field ? textOf(field, record[name]) : '';
    return field && text !== '' ? [`${field.label}: ${text}`] : [];
  });
  return [title(record), ...parts].join('\n\n');
}

/**
 * A record of the content as a case reads it; undefined when it was deleted. With `lock` its words stay as they are until
 * the transaction ends.
 */
export async function findContent(db: NodePgDatabase, kind: ContentKind, id: string, lock: boolean) {
  const content = contents[kind];
  const { table, pictures } = content;
  const query = db.select().from(table).where(eq(table.id, id));
  const [record] = (await (lock ? query.for('share') : query)) as Record<string, unknown>[];
  if (!record) return undefined;
  return {
    personId: null,
    content: wordsOf(content, record),
    imageUrl: pictures.map((name) => String(record[name])).find((address) => address !== '') ?? '',
    createdAt: String(record.createdAt),
    hiddenAt: null,
    places: [],
    covered: [],
  };
}
