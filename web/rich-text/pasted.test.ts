import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseDocument } from 'htmlparser2';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pasteChangesInWords, readPasted } from '#web/rich-text/pasted.ts';
import { type PastedNode, type Tag, htmlOf, isTag, tag } from '#web/rich-text/pasted-tree.ts';

type Parsed = ReturnType<typeof parseDocument>['children'][number];

const partsOf = (nodes: readonly Parsed[]): PastedNode[] =>
  nodes.flatMap((node): PastedNode[] => {
    if ('data' in node) return node.nodeType === 3 ? [node.data] : [];
    return 'attribs' in node ? [tag(node.name, partsOf(node.children), node.attribs)] : [];
  });

function paste(html: string) {
  const { parts, changes } = readPasted(partsOf(parseDocument(html).children));
  return { html: htmlOf(parts), said: pasteChangesInWords(changes) };
}

/**
 * By the file with the clipboard of a program: the pasted text, without boxes and space between blocks, and the
 * message.
 */
const clipboards: Readonly<Record<string, { html: string; said: string }>> = {
  'apple-mail': {
    html: 'Please use the new words:<br><br><blockquote>Ṣe ìdánwò ẹ̀jẹ̀ ní ọ̀sẹ̀ 12.</blockquote><ul><li>Scan</li><li><em>Bloods</em></li></ul>',
    said: '1 picture was left out.',
  },
  'apple-pages': {
    html: '<p><strong>Cycle lengths</strong></p><p><strong>Age: Usual length</strong></p><ul><li><p>Teenagers: 21–45 days</p></li><li><p>Adults: 21–35 days</p></li></ul>',
    said: 'A table was pasted as a list.',
  },
  'excel-merged': {
    html: '<p><strong>First trimester</strong></p><ul><li><p>Paracetamol: adult, 500 mg</p></li><li><p>Paracetamol: from 16 years, 250 mg</p></li></ul><p><strong>Second trimester</strong></p><ul><li><p>Iron: all, 60 mg</p></li><li><p>Zinc: all, 60 mg</p></li></ul>',
    said: 'A table was pasted as a list.',
  },
  excel: {
    html: '<ul><li><p>Paracetamol: 500 mg, 4</p></li><li><p>Ibuprofen: –, 3</p></li><li><p>Folic acid: 0,4 mg; 1</p></li></ul>',
    said: 'A table was pasted as a list.',
  },
  gmail: {
    html: 'On Tue, 24 Nov 2026 at 09:12, Bola Ige &lt;bola@awa.example&gt; wrote:<br><blockquote>Please add: <strong>no ibuprofen</strong> after week 20 🤰<ul><li><p>20: weeks</p></li><li><p>28: weeks</p></li></ul></blockquote>',
    said: 'A table was pasted as a list. 1 picture was left out. 1 link was left out: only web addresses are kept.',
  },
  'google-docs-doses': {
    html: '<h2>Pain relief</h2><ul><li><p>Medicine: Paracetamol; Dose: 500 mg; Times a day: 4</p></li><li><p>Medicine: Ibuprofen; Times a day: 3, with food</p></li></ul><ul><li><p>Ask about allergies</p><ul><li><p><a href="https://www.nhs.uk/medicines/">NHS list</a></p></li></ul></li></ul><p>Not more than 10⁵ IU of vitamin A, CO₂</p>',
    said: 'A table was pasted as a list.',
  },
  'google-docs-table': {
    html: '<p><strong>Bold</strong> and <em>italic</em> text.</p><p><strong>Week: Test</strong></p><ul><li><p>Week 12: Scan</p></li></ul>',
    said: 'A table was pasted as a list. 1 picture was left out.',
  },
  'google-sheets': {
    html: '<ul><li><p>Vaccine: Tetanus; When: Week 20<br>or later; Doses: 2</p></li><li><p>Vaccine: Hepatitis B; Doses: 3</p></li></ul>',
    said: 'A table was pasted as a list.',
  },
  'libreoffice-calc': {
    html: '<p><strong>Day: Bleeding</strong></p><ul><li><p>Day 1: heavy</p></li><li><p>Day 2: –</p></li></ul>',
    said: 'A table was pasted as a list.',
  },
  'libreoffice-table': {
    html: '<h2>Iron</h2><p>Take it <strong>before</strong> meals.</p><ul><li><p>Group: Pregnant; Iron a day: 30–60 mg; Folic acid a day: 0.4 mg</p></li><li><p>Group: After birth</p><ul><li><p>Iron a day:</p><ul><li><p>30 mg at first</p></li><li><p>then none</p></li></ul></li></ul></li></ul>',
    said: 'A table was pasted as a list. 1 picture was left out.',
  },
  newsletter: {
    html: '<h1>Week 24</h1><p>Your baby hears you.</p><p>Sing to her.</p><p>Talk to her.</p>',
    said: '1 picture was left out.',
  },
  'notion-page': {
    html: '<h1>Breastfeeding</h1><h3>Positions</h3><ul><li>Cradle<ul><li>with a <strong>pillow</strong></li></ul></li><li>Lying down</li></ul><ol><li>Wake the baby</li><li>Offer the breast</li></ol><blockquote><p>Ask for help early.</p></blockquote><ul><li> Talk to a midwife</li></ul><p>Read <a href="https://www.who.int/health-topics/breastfeeding">WHO</a> and <code>LATCH</code></p>A good latch',
    said: '1 picture was left out. 1 embedded item was left out.',
  },
  'notion-table': {
    html: '<p><strong>Sign: What to do</strong></p><ul><li><p>Fever: Call <strong>today</strong></p></li><li><p>Heavy bleeding: Go to hospital: <a href="https://example.org/emergency">list</a></p></li><li><p>Rest</p></li></ul>',
    said: 'A table was pasted as a list.',
  },
  'outlook-web': {
    html: '<strong>Reminder</strong>Two things:<ol start="2"><li>Vitamin D 10 µg</li><li>Calcium</li></ol><ul><li><p>Monday: Clinic<br>8:00</p></li><li><p>Friday:</p><ul><li><p>9:00: Lagos</p></li><li><p>11:00: Ibadan</p></li></ul></li></ul>',
    said: '2 tables were pasted as lists.',
  },
  outlook: {
    html: '<p>Dear all,</p><ul><li><p>Test: Blood count; Trimester first: yes; Trimester second: if anaemic</p></li><li><p>Test: Glucose; Trimester second: yes</p></li></ul><p>See the plan.</p>',
    said: 'A table was pasted as a list. 1 picture was left out. 1 link was left out: only web addresses are kept.',
  },
  'web-page': {
    html: '<h2>How to take it</h2><p>Take it <em>with</em> food.</p>Adults400 mgUnder 12none<p>Ages</p><ul><li><p>12 to 17: 200 mg<br>3 times</p></li><li><p>18 and over: 400 mg</p></li></ul><pre><code>10:00 scan 11:00 bloods</code></pre><h4>Page last reviewed</h4><p>3 March 2026</p>',
    said: 'A table was pasted as a list. 1 heading became Heading 4. 1 embedded item was left out.',
  },
  'word-lists': {
    html: '<h1>When to call</h1><ul><li><p>Bleeding</p><ul><li><p>with <strong>pain</strong></p></li></ul></li><li><p>Fever</p></li></ul><p>Then:</p><ol start="3"><li><p>Call 112</p></li><li><p>Lie down</p></li></ol>',
    said: '',
  },
  'word-online-lists': {
    html: '<ul><li><p>Rest </p><ul><li><p>on your left side </p></li></ul></li><li><p>Drink water </p></li></ul><p>Source: <a href="https://www.nhs.uk/pregnancy/">NHS</a> </p>',
    said: '',
  },
  'word-online-table': {
    html: '<h2>Vaccines </h2><p><strong>Vaccine: Not with</strong></p><ul><li><p>Rubella: <strong>Pregnancy</strong></p></li></ul>',
    said: 'A table was pasted as a list.',
  },
  'word-review': {
    html: '<p>Take <s>two</s>one tablet a day, H₂O only.</p><h4>Deep heading</h4><p>Write to the clinic or see <a href="https://www.who.int/health-topics">WHO</a>, above.</p><p>For everyone.</p>',
    said: '1 heading became Heading 4. 1 link was left out: only web addresses are kept.',
  },
  'word-table': {
    html: '<h1>Antenatal visits</h1><h4>What is checked</h4><p><strong>Check</strong></p><ul><li><p>Week 12–14: Scan</p></li><li><p>Week 20:</p><p>Scan and <em>bloods</em></p><p>Bring your card</p></li></ul>',
    said: 'A table was pasted as a list. 1 heading became Heading 4. 1 picture was left out.',
  },
};

const folder = path.join(import.meta.dirname, 'clipboards');

const withoutBoxes = (html: string) =>
  html
    .replaceAll(/<\/?div>/g, '')
    .replaceAll(/[ \t\n]+/g, ' ')
    .replaceAll(/> (?=<(?:p|h\d|ul|ol|blockquote|li|\/)|$)/g, '>')
    .trim();

test.each(readdirSync(folder).map((file) => file.replace('.txt', '')))('the clipboard of %s', (file) => {
  const { html, said } = paste(readFileSync(path.join(folder, `${file}.txt`), 'utf8'));
  expect({ html: withoutBoxes(html), said }).toEqual(clipboards[file]);
});

const row = (...cells: string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;

test.each([
  [
    'no name of a column is lost',
    row('Week', 'Foods to avoid') + row('12', 'Soft cheese'),
    'Week: Foods to avoid|Week 12: Soft cheese',
  ],
  [
    'a first row of values is not taken for names',
    row('Paracetamol', 'as needed', 'any') + row('Ibuprofen', '400 mg', '3'),
    'Paracetamol: as needed, any|Ibuprofen: 400 mg, 3',
  ],
  ['a value that is missing keeps its place', row('a', '', '', '2') + row('b', '1', '3', ''), 'a: –, –, 2|b: 1, 3'],
  ['values with commas', row('Folic acid', '0,4 mg', '1'), 'Folic acid: 0,4 mg; 1'],
  ['a label with a colon of its own', row('Call:', '112') + row('Go?', 'now'), 'Call: 112|Go? now'],
  ['empty rows and columns', row('', '', '') + row('a', '', '1') + row('', '', ''), 'a: 1'],
  ['one column', row('Rest') + row('Water'), 'Rest|Water'],
  ['a box', row('Only this'), 'Only this'],
  [
    'spans that name more than there is',
    '<tr><td rowspan="9">a</td><td colspan="99">1</td></tr>' + row('2'),
    'a: 1|a: 2',
  ],
  [
    'a long cell over several rows',
    `<tr><td>x</td><td rowspan="2">${'long '.repeat(30)}</td></tr>${row('y')}`,
    `x: ${'long '.repeat(30).trim()}|y: as above`,
  ],
  ['several paragraphs', row('20', '<p>Scan</p><p>Bloods</p>'), '20:|Scan|Bloods'],
])('a table: %s', (_, rows, lines) => {
  const { html } = paste(`<table>${rows}</table>`);
  const blocks = html.replaceAll(/<\/(?:p|li|div)>/g, '|').replaceAll(/<[^>]*>/g, '');
  expect(
    blocks
      .split('|')
      .filter((line) => line.trim())
      .join('|'),
  ).toBe(lines);
});

const word = fc.stringMatching(/^[a-z]{3,8}$/);

test('each cell of any table is kept, apart from the others', () => {
  const cells = fc.array(fc.array(fc.oneof(word, fc.constant('')), { minLength: 1, maxLength: 5 }), {
    minLength: 1,
    maxLength: 5,
  });
  fc.assert(
    fc.property(cells, fc.boolean(), (rows, hasHead) => {
      const [head, ...body] = rows.map((one) => row(...one));
      const { html } = paste(
        `<table>${hasHead && body.length > 0 ? `<thead>${head}</thead>${body.join('')}` : rows.map((one) => row(...one)).join('')}</table>`,
      );
      const words = html.replaceAll(/<[^>]*>/g, ' ').split(/[^a-z]+/);
      const filled = hasHead && rows.length > 1 ? rows.slice(1) : rows;
      for (const cell of filled.flat().filter(Boolean)) expect(words).toContain(cell);
    }),
  );
});

test('superscript and subscript numbers stay such', () => {
  expect(paste('<p>10<sup>5</sup>, CO<sub>2</sub>, 10<sup>-3</sup>, 1<sup>st</sup></p>').html).toBe(
    '<p>10⁵, CO₂, 10⁻³, 1st</p>',
  );
});

/** Counts how often the parts of a text are visited. */
function looksAt(html: string) {
  let looks = 0;
  const watched = (part: PastedNode): PastedNode => {
    if (!isTag(part)) return part;
    const children = part.children.map(watched);
    return {
      name: part.name,
      attributes: part.attributes,
      get children() {
        looks += 1 + children.length;
        return children;
      },
    } satisfies Tag;
  };
  const made = htmlOf(readPasted(partsOf(parseDocument(html).children).map(watched)).parts);
  return looks + made.length;
}

const families: Readonly<Record<string, (size: number) => string>> = {
  rows: (size) => `<table>${row('12', 'Scan', '').repeat(size)}</table>`,
  'cells in a row': (size) => `<table><tr>${'<td>a'.repeat(size)}</tr>${'<tr><td>b'.repeat(size)}</table>`,
  'spans of rows': (size) => `<table><tr>${'<td rowspan=1000>a'.repeat(size)}</tr>${'<tr><td>b'.repeat(size)}</table>`,
  'spans of columns': (size) =>
    `<table>${'<tr><th colspan=1000>a<th>b</tr>'.repeat(size)}${row('1', '2').repeat(size)}</table>`,
  'tables within tables': (size) => `${'<table><tr><td>a<td>b'.repeat(size / 8)}${'</table>'.repeat(size / 8)}`,
  'emphasis around paragraphs': (size) => `${'<b><i>'.repeat(size / 8)}${'<p>a</p>'.repeat(size)}`,
  'items of Word': (size) => "<p style='mso-list:l0 level1 lfo1'>a</p> ".repeat(size),
  'items of Word in each other': (size) =>
    Array.from({ length: size / 8 }, (_, at) => `<p style='mso-list:l0 level${at + 1} lfo1'>a</p>`).join(''),
  'lists in lists': (size) => '<ul><li>a'.repeat(size / 8),
  'empty paragraphs': (size) => '<p><b> </b></p>'.repeat(size),
};

test.each(Object.keys(families))('%s take linear time', (family) => {
  const [small = 1, large = 1] = [200, 800].map((size) => looksAt(families[family]?.(size) ?? ''));
  expect(large / small).toBeLessThan(4.5);
});
