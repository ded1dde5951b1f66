import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { doctorFields, doctorRoutes } from '#contract/doctors.ts';
import { entity } from '#contract/entity.ts';
import { choiceField, decimalField, integerField, parentField, textField } from '#contract/fields.ts';
import { createQueryClient } from '#web/api/query.ts';
import { openBrowser } from '#web/api/testing/browser.ts';

openBrowser(() => Promise.resolve(Response.json({ doctors: [] })));
const { defineEntity } = await import('#web/entity/define/define-entity.tsx');
const { EntityFields } = await import('#web/entity/form/entity-fields.tsx');

const holder = defineEntity({ contract: doctorFields, routes: doctorRoutes, title: ({ name }) => name });
const card = defineEntity({
  contract: entity('card', {
    sectionId: parentField('section'),
    title: textField('Title', { min: 1, max: 200 }),
    summary: textField('Summary', { min: 1, max: 2000 }),
    notes: textField('Notes', { max: 200 }),
    minutes: integerField('Minutes', { max: 60, example: 5 }),
    grade: decimalField('Grade', { max: 5, decimals: 1, example: 4.5 }),
    level: choiceField('Level', { first: 'First', second: 'Second', third: 'Third' }),
  }),
  routes: doctorRoutes,
  parent: holder,
  title: ({ title }) => title,
});

function shownForm(inputs: object = {}) {
  const form = {
    form: { values: card.blank, setFieldValue: () => undefined },
    field: (name: keyof typeof card.blank) => ({
      label: card.fields[name]?.label,
      value: card.blank[name],
      onChange: () => undefined,
    }),
    busy: false,
  };
  return renderToStaticMarkup(
    <MantineProvider>
      <QueryClientProvider client={createQueryClient()}>
        <EntityFields entity={card} form={form as never} inputs={inputs} />
      </QueryClientProvider>
    </MantineProvider>,
  );
}

test('a form marks each required field, the parent too', () => {
  const page = shownForm();
  const marked = [...page.matchAll(/<label[^>]*>([^<]+)<span[^>]*-required/g)].map(([, label]) => label);
  expect(marked).toEqual(['Section', 'Title', 'Summary']);
});

test('an integer field shows phones a keypad with digits only', () => {
  const modes = [...shownForm().matchAll(/inputMode="(\w+)"/gi)].map(([, mode]) => mode);
  expect(modes).toEqual(['numeric', 'decimal']);
});

test('a choice offers only the options that the form gives it', () => {
  const offered = (inputs?: object) =>
    [...shownForm(inputs).matchAll(/<input type="radio"[^>]*>([^<]+)/g)].map(([, option]) => option);
  expect(offered()).toEqual(['First', 'Second', 'Third']);
  expect(offered({ level: { options: { second: 'Second' } } })).toEqual(['Second']);
});

test('the first typed field gets the focus, not a custom input', () => {
  const focused = (inputs?: object) => /<(\w+)[^>]*data-autofocus/.exec(shownForm(inputs))?.[1];
  expect(focused()).toBe('input');
  expect(focused({ title: <p>Fixed</p> })).toBe('textarea');
});
