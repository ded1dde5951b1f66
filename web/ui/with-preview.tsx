import { useState, type ReactNode } from 'react';
import { Segmented } from '#web/ui/segmented.tsx';
import classes from '#web/ui/with-preview.module.css';

/** The part shown when there is no room for both: the text itself, or its preview. */
export type PreviewTab = 'text' | 'preview';

type PreviewTabsProps = {
  /** The label of the text's tab: `Write`. */
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

/** The content of a panel with its preview, a `PhonePreview`, beside it or, without room, in a tab. */
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
