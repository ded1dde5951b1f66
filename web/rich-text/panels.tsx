import { Button, Group, TextInput } from '@mantine/core';
import type { Editor } from '@tiptap/react';
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { isWebUrl } from '#contract/common.ts';
import { imageRoutes } from '#contract/images.ts';
import { ColourField } from '#web/form/colour-field.tsx';
import { imageUpload } from '#web/api/upload.ts';
import { completeAddress } from '#web/lib/web-address.ts';
import { ImageField } from '#web/form/image-field.tsx';
import type { Ready } from '#web/form/use-server-form.ts';
import classes from '#web/rich-text/rich-text-field.module.css';

type PanelProps = {
  editor: Editor;
  /** Returns to the text. */
  onDone: () => void;
};

/** The fields of a panel, which scroll, and its buttons, which stay visible. */
const PanelFrame = ({ foot, children }: { foot: ReactNode; children: ReactNode }) => (
  <>
    <div className={classes.panelBody}>{children}</div>
    <Group justify="flex-end" gap="xs" className={classes.panelFoot}>
      {foot}
    </Group>
  </>
);

/** Enter in a field of a panel acts on the panel: it must not save the form. */
const onEnter = (act: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Enter') return;
  event.preventDefault();
  act();
};

/** The address that the selected text links to. */
export function LinkPanel({ editor, onDone }: PanelProps) {
  const isLink = editor.isActive('link');
  const [address, setAddress] = useState(String(editor.getAttributes('link').href ?? ''));
  const [error, setError] = useState<string>();
  const apply = () => {
    const href = completeAddress(address).trim();
    if (!isWebUrl(href)) {
      setError('Enter a web address that starts with https:// or http://');
      return;
    }
    const chain = editor.chain();
    if (editor.state.selection.empty && !isLink) {
      chain.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }).run();
    } else {
      chain.extendMarkRange('link').setLink({ href }).run();
    }
    onDone();
  };
  return (
    <PanelFrame
      foot={
        <>
          {isLink && (
            <Button
              variant="subtle"
              mr="auto"
              onClick={() => {
                editor.chain().extendMarkRange('link').unsetLink().run();
                onDone();
              }}
            >
              Remove link
            </Button>
          )}
          <Button onClick={apply}>{isLink ? 'Change link' : 'Add link'}</Button>
        </>
      }
    >
      <TextInput
        label="Web address"
        type="url"
        placeholder="https://"
        autoComplete="off"
        data-autofocus
        value={address}
        error={error}
        onChange={(event) => {
          setAddress(event.currentTarget.value);
          setError(undefined);
        }}
        onKeyDown={onEnter(apply)}
      />
    </PanelFrame>
  );
}

type PicturePanelProps = PanelProps & { file: File | undefined; waitFor: (ready: Ready) => () => void };

/** The pictures of all rich texts are stored with those of Lady Due. */
const upload = imageUpload(imageRoutes.uploadForCard);

/** A picture for the cursor position, or the selected picture, with its description. */
export function PicturePanel({ editor, file, waitFor, onDone }: PicturePanelProps) {
  const isPicture = editor.isActive('image');
  const stored = editor.getAttributes('image');
  const [src, setSrc] = useState(isPicture && !file ? String(stored.src) : '');
  const [alt, setAlt] = useState(isPicture && !file ? String(stored.alt ?? '') : '');
  const apply = () => {
    if (src === '') return;
    if (isPicture) editor.chain().updateAttributes('image', { src, alt }).run();
    else editor.chain().setImage({ src, alt }).run();
    onDone();
  };
  return (
    <PanelFrame
      foot={src !== '' && <Button onClick={apply}>{isPicture ? 'Change picture' : 'Put in the text'}</Button>}
    >
      <ImageField
        label="Picture in the text"
        shape="wide"
        value={src}
        first={file}
        onChange={setSrc}
        upload={upload}
        waitFor={waitFor}
        shows={alt || 'The picture'}
        alt={{ value: alt, onChange: (event) => setAlt(event.currentTarget.value), onKeyDown: onEnter(apply) }}
      />
    </PanelFrame>
  );
}

const inks = { Brick: '#B3261E', Amber: '#7D5200', Green: '#1B6B44', Blue: '#2A5AA0', Plum: '#861543' };

/** The colour of the selected text, with a check of its contrast. */
export function ColourPanel({ editor, ground, onDone }: PanelProps & { ground: string }) {
  const [colour, setColour] = useState(String(editor.getAttributes('colour').colour ?? '').toUpperCase());
  return (
    <PanelFrame
      foot={
        <>
          <Button
            variant="subtle"
            mr="auto"
            onClick={() => {
              editor.chain().extendMarkRange('colour').unsetMark('colour').run();
              onDone();
            }}
          >
            No colour
          </Button>
          <Button onClick={onDone}>Done</Button>
        </>
      }
    >
      <ColourField
        label="Text colour"
        data-autofocus
        value={colour}
        swatches={inks}
        against={ground}
        isInk
        onChange={(next) => {
          setColour(next);
          if (/^#[\da-f]{6}$/i.test(next)) editor.chain().setMark('colour', { colour: next }).run();
        }}
        onKeyDown={onEnter(onDone)}
      />
    </PanelFrame>
  );
}
