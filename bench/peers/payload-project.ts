/** The account that `payload.ts` creates, and with which `bench:ui` signs in unless the environment names another. */
export const payloadAccount = { email: 'bench@awa.local', password: 'gentle-harmattan-lantern-27' };

const manifest = {
  name: 'awa-bench-payload',
  private: true,
  type: 'module',
  dependencies: {
    '@payloadcms/db-postgres': '3.90.2',
    '@payloadcms/next': '3.90.2',
    graphql: '16.12.0',
    next: '16.4.6',
    payload: '3.90.2',
    react: '19.3.1',
    'react-dom': '19.3.1',
    sharp: '0.35.5',
  },
};

const config = `import { postgresAdapter } from '@payloadcms/db-postgres';
import { buildConfig } from 'payload';
import sharp from 'sharp';

export default buildConfig({
  secret: process.env.PAYLOAD_SECRET,
  sharp,
  telemetry: false,
  // Postgres is named by PGHOST, PGPORT, PGUSER and PGDATABASE.
  db: postgresAdapter({ idType: 'uuid', pool: {}, push: false }),
  admin: { user: 'staff' },
  collections: [
    { slug: 'staff', auth: true, fields: [] },
    {
      slug: 'users',
      defaultSort: '-createdAt',
      admin: {
        useAsTitle: 'name',
        defaultColumns: ['name', 'email', 'isVerified', 'createdAt', 'postCount', 'commentCount'],
        pagination: { defaultLimit: 10 },
      },
      fields: [
        { name: 'name', type: 'text' },
        { name: 'username', type: 'text' },
        { name: 'email', type: 'email', required: true },
        { name: 'profileImage', type: 'text' },
        { name: 'isVerified', type: 'checkbox', defaultValue: false },
        { name: 'lastActiveAt', type: 'date' },
        { name: 'postCount', type: 'number' },
        { name: 'commentCount', type: 'number' },
      ],
    },
  ],
});
`;

const layout = `import config from '@payload-config';
import '@payloadcms/next/css';
import { handleServerFunctions, RootLayout } from '@payloadcms/next/layouts';
import { importMap } from '@import-map';

async function serverFunction(args) {
  'use server';
  return handleServerFunctions({ ...args, config, importMap });
}

const Layout = ({ children }) => (
  <RootLayout config={config} importMap={importMap} serverFunction={serverFunction}>
    {children}
  </RootLayout>
);

export default Layout;
`;

const page = `import config from '@payload-config';
import { generatePageMetadata, RootPage } from '@payloadcms/next/views';
import { importMap } from '@import-map';

export const generateMetadata = (given) => generatePageMetadata({ ...given, config });

const Page = (given) => RootPage({ ...given, config, importMap });

export default Page;
`;

const route = `import config from '@payload-config';
import { REST_DELETE, REST_GET, REST_OPTIONS, REST_PATCH, REST_POST, REST_PUT } from '@payloadcms/next/routes';

export const GET = REST_GET(config);
export const POST = REST_POST(config);
export const DELETE = REST_DELETE(config);
export const PATCH = REST_PATCH(config);
export const PUT = REST_PUT(config);
export const OPTIONS = REST_OPTIONS(config);
`;

const next = `import { withPayload } from '@payloadcms/next/withPayload';

export default withPayload({ turbopack: { root: import.meta.dirname } });
`;

const json = (value: unknown) => JSON.stringify(value, null, 2);

/** The files of a Payload project with the desk's users and its own admin, by their paths. */
export const payloadProject: Record<string, string> = {
  'package.json': json(manifest),
  'jsconfig.json': json({
    compilerOptions: {
      paths: {
        '@payload-config': ['./src/payload.config.js'],
        '@import-map': ['./src/app/(payload)/admin/importMap.js'],
      },
    },
  }),
  'next.config.mjs': next,
  'src/payload.config.js': config,
  'src/app/(payload)/layout.jsx': layout,
  'src/app/(payload)/admin/importMap.js': 'export const importMap = {};\n',
  'src/app/(payload)/admin/[[...segments]]/page.jsx': page,
  'src/app/(payload)/api/[...slug]/route.js': route,
};
