import { z } from 'zod';
import { areaRoles } from '#contract/areas.ts';
import { failures } from '#contract/errors.ts';
import { Named } from '#contract/import-report.ts';
import { route } from '#contract/route.ts';

// Doctors as a table for spreadsheets (CSV).

/** The largest file, in bytes: 1 MB. */
export const maxCsvBytes = 1024 * 1024;
/** The maximum number of lines with a doctor. */
export const maxCsvLines = 5000;
/** The maximum number of errors, and of doubles, in a response. */
export const maxCsvErrors = 200;

const Double = z.object({
  /** The line in the file, from 1, which is that of the column names. */
  line: z.int(),
  name: z.string(),
  by: z.enum(['name', 'phone']),
  /** The other doctor, with its line when it is in the file too. */
  other: z.object({ name: z.string(), line: z.int().nullable() }),
});

const OfDoctors = z.object({ doctors: Named });

/** The actual or predicted result of an import. */
const DoctorImport = z.object({
  create: OfDoctors,
  update: OfDoctors,
  unchanged: OfDoctors,
  /** Added and changed doctors who may be another one too, and the number of all. */
  doubles: z.object({ count: z.int(), first: z.array(Double).max(maxCsvErrors) }),
});
export type DoctorImport = z.infer<typeof DoctorImport>;

export const doctorImportApi = {
  doctorFile: {
    export: route('GET /api/doctors/export', {
      summary: 'All doctors as a table for spreadsheets, which can be imported again.',
      output: z.file().mime('text/csv'),
      roles: areaRoles.doctors.look,
      failure: failures.content.export,
    }),
    import: route('POST /api/doctors/import', {
      summary:
        `Import a table (CSV, UTF-8) with a line for each doctor, ${maxCsvLines} at most: all of it or, when anything in it is ` +
        'wrong, nothing. The first line has the names of the columns. A line with the `ID` of a doctor changes that doctor in the ' +
        'columns that the file has, any other line adds one at the end; none is deleted. A dry run answers the same and changes ' +
        `nothing. 422 with the first ${maxCsvErrors} errors, each with a path such as \`14.phone\`: the line and the field.`,
      input: z.strictObject({
        /** The text of the file, 1 MB at most in UTF-8. */
        file: z.string(),
        dryRun: z.boolean().default(false),
      }),
      output: DoctorImport,
      // In JSON each quotation mark and each end of a line takes two bytes.
      bodyLimit: 2 * maxCsvBytes + 1000,
      roles: areaRoles.doctors.change,
      failure: failures.content.import,
    }),
  },
};
