import { useState, type ReactNode } from 'react';
import { Segmented } from '#web/ui/segmented.tsx';
import classes from '#web/ui/with-preview.module.css';

/** What is shown where there is no room for both: the text itself, or its preview. */
export type PreviewTab = 'text' | 'preview';

type PreviewTabsProps = {
  /** What the text is called: `Write`. */
  text: string;
  tab: PreviewTab;
  onTab: (tab: PreviewTab) => void;
};

/** The choice between a text and its preview. */
export const PreviewTabs = ({ text, tab, onTab }: PreviewTabsProps) => (
  <Segmented
    label="Shown"
    value={tab}
    options={[
      { value: 'text', label: text },
      { value: 'preview', label: 'Preview' },
    ]}
    onChange={onTab}
  />
);

/** What is shown in a panel, and beside it, or where that has no room in its place, its preview: a `PhonePreview`. */
export function WithPreview({ preview, children }: { preview: ReactNode; children: ReactNode }) {
  const [tab, setTab] = useState<PreviewTab>('text');
  return (
    <div className={classes.frame} data-preview-frame data-tab={tab}>
      <div className={classes.tabs}>
        <PreviewTabs text="Details" tab={tab} onTab={setTab} />
      </div>
      <div className={classes.text}>{children}</div>
      <div className={classes.preview}>{preview}</div>
    </div>
  );
}
