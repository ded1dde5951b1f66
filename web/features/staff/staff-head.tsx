import { TabsHead } from '#web/ui/tabs-head.tsx';

const tabs = [
  { to: '/admin/desk/staff', label: 'Accounts' },
  { to: '/admin/desk/staff/app', label: 'App' },
];

/** The tabs of Staff. */
export const StaffTabs = () => <TabsHead label="Staff" links={tabs} />;
