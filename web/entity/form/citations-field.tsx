import { IconSearch } from '@tabler/icons-react';
import { useState, type ComponentProps } from 'react';
import { LinesField } from '#web/form/lines-field.tsx';
import { lazyLayer } from '#web/ui/lazy-layer.tsx';

const SourceDialog = lazyLayer(
  'list of texts',
  async () => (await import('#web/entity/form/source-dialog.tsx')).SourceDialog,
);

/** The citations of a text. The menu of each leads to the other texts that cite the same source. */
export function CitationsField(props: ComponentProps<typeof LinesField>) {
  const [citation, setCitation] = useState('');
  const [opened, setOpened] = useState(false);
  const ask = (line: string) => {
    setCitation(line);
    setOpened(true);
  };
  return (
    <>
      <LinesField
        {...props}
        entriesOf={(line) => [
          { label: 'Other texts that cite this', icon: IconSearch, onClick: () => ask(line.trim()) },
        ]}
      />
      <SourceDialog opened={opened} citation={citation} onClose={() => setOpened(false)} />
    </>
  );
}
