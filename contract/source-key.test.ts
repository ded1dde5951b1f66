import { describe, expect, test } from 'vitest';
import { addressIn, maxSourceKey, sourceKey } from '#contract/source-key.ts';

const anaemia = 'who.int/news-room/fact-sheets/detail/anaemia';
const growth = 'doi:10.1371/journal.pmed.1002220';
const antenatal = 'isbn:9789241549912';

describe('each way to write a citation leads to its key', () => {
  test.each([
    ['WHO: Anaemia. https://www.who.int/news-room/fact-sheets/detail/anaemia', anaemia],
    ['https://who.int/news-room/fact-sheets/detail/anaemia', anaemia],
    ['http://www.who.int/news-room/fact-sheets/detail/anaemia', anaemia],
    ['HTTPS://WWW.WHO.INT/news-room/fact-sheets/detail/anaemia', anaemia],
    ['https://www.who.int/news-room/fact-sheets/detail/anaemia/', anaemia],
    ['https://www.who.int//news-room/fact-sheets/detail/anaemia', anaemia],
    ['https://www.who.int/news-room/fact-sheets/detail/anaemia#causes', anaemia],
    ['https://www.who.int/news-room/fact-sheets/detail/anaemia?utm_source=app&utm_medium=mail', anaemia],
    ['https://www.who.int/news-room/fact-sheets/detail/anaemia?fbclid=abc', anaemia],
    ['https://www.who.int/news-room/fact-sheets/detail/an%61emia', anaemia],
    ['https://www.who.int:443/news-room/fact-sheets/detail/anaemia', anaemia],
    ['www.who.int/news-room/fact-sheets/detail/anaemia.', anaemia],
    ['Anaemia (see https://www.who.int/news-room/fact-sheets/detail/anaemia).', anaemia],
    ['Anaemia <https://www.who.int/news-room/fact-sheets/detail/anaemia>, read in May 2026', anaemia],
    ['WHO “https://www.who.int/news-room/fact-sheets/detail/anaemia”', anaemia],
    ['PLoS Medicine: Fetal growth charts. https://doi.org/10.1371/journal.pmed.1002220', growth],
    ['http://dx.doi.org/10.1371/journal.pmed.1002220', growth],
    ['doi:10.1371/journal.pmed.1002220', growth],
    ['DOI 10.1371/JOURNAL.PMED.1002220.', growth],
    ['Kiserud T. and others (2017), 10.1371/journal.pmed.1002220', growth],
    ['https://doi.org/10.1371%2Fjournal.pmed.1002220', growth],
    ['https://doi.org/10.1371/journal.pmed.1002220?utm_source=app', growth],
    ['(https://doi.org/10.1371/journal.pmed.1002220)', growth],
    ['doi:10.1371/journal.pmed.1002220, PMID 28118360', growth],
    ['https://www.frontiersin.org/articles/10.3389/fphar.2020.00123/full', 'doi:10.3389/fphar.2020.00123'],
    ['https://obgyn.onlinelibrary.wiley.com/doi/abs/10.1002/ijgo.12345', 'doi:10.1002/ijgo.12345'],
    ['https://doi.org/10.1016/S0140-6736(16)31575-6', 'doi:10.1016/s0140-6736(16)31575-6'],
    ['PMID: 28118360', 'pmid:28118360'],
    ['pmid28118360', 'pmid:28118360'],
    ['PubMed ID 28118360', 'pmid:28118360'],
    ['Kiserud T. https://pubmed.ncbi.nlm.nih.gov/28118360/', 'pmid:28118360'],
    ['https://www.ncbi.nlm.nih.gov/pubmed/28118360', 'pmid:28118360'],
    ['ISBN 978-92-4-154991-2', antenatal],
    ['ISBN: 9789241549912', antenatal],
    ['isbn-13 978 92 4 154991 2', antenatal],
    ['ISBN 92-4-154991-2', antenatal],
    ['WHO: Antenatal care. https://www.who.int/publications/i/item/9789241549912', antenatal],
    ['ISBN 0-8044-2957-X', 'isbn:9780804429573'],
    ['NHS: Search. https://www.nhs.uk/search?q=iron&page=2', 'nhs.uk/search?page=2&q=iron'],
    ['https://www.nhs.uk/search?page=2&q=iron&gclid=x', 'nhs.uk/search?page=2&q=iron'],
    ['https://health.gov.ng', 'health.gov.ng'],
    ['https://health.gov.ng:8443/a', 'health.gov.ng:8443/a'],
    ['https://yo.wikipedia.org/wiki/%E1%BB%8CM%E1%BB%8C', 'yo.wikipedia.org/wiki/ỌMỌ'],
    ['https://yo.wikipedia.org/wiki/ỌMỌ', 'yo.wikipedia.org/wiki/ỌMỌ'],
    ['  Park’s Textbook.  25th edition ', 'text:park’s textbook 25th edition'],
    ['Park’s textbook, 25th edition', 'text:park’s textbook, 25th edition'],
  ])('%s', (citation, key) => {
    expect(sourceKey(citation)).toBe(key);
  });
});

test.each([
  ['https://www.nhs.uk/conditions/anaemia', 'https://www.nhs.uk/conditions/Anaemia'],
  ['https://www.nhs.uk/conditions/anaemia', 'https://www.nhs.uk/conditions/anaemia-2'],
  ['https://www.nhs.uk/conditions/anaemia', 'https://digital.nhs.uk/conditions/anaemia'],
  ['https://www.nhs.uk/search?q=iron', 'https://www.nhs.uk/search?q=zinc'],
  ['https://www.nhs.uk/search?a=1%26b=2', 'https://www.nhs.uk/search?a=1&b=2'],
  ['https://www.nhs.uk/a%2Fb', 'https://www.nhs.uk/a/b'],
  ['https://www.nhs.uk', 'https://www.nhs.uk.example.org'],
  ['doi:10.1371/journal.pmed.1002220', 'doi:10.1371/journal.pmed.1002221'],
  ['doi:10.1016/S0140-6736(16)31575-6', 'doi:10.1016/S0140-6736(16)31575'],
  ['PMID 28118360', 'PMID 2811836'],
  ['ISBN 978-92-4-154991-2', 'ISBN 978-92-4-155035-2'],
  ['ISBN 978-92-4-154991-3', 'ISBN 978-92-4-154991-2'],
  ['WHO handbook, page 3', 'WHO handbook, page 4'],
  ['Call 9789241549912', 'ISBN 9789241549912'],
  ['https://localhost/anaemia', 'https://127.0.0.1/anaemia'],
])('%s and %s are two sources', (one, other) => {
  expect(sourceKey(one)).not.toBe(sourceKey(other));
});

test('a key has a limited length, whatever the citation', () => {
  for (const letter of ['ọ', '%', '&', '+', '?', '😀', 'İ', ')', '.', '\ud800'])
    for (const before of ['', 'https://nhs.uk/', 'https://nhs.uk/?a=', 'doi:10.1000/'])
      expect(sourceKey(before + letter.repeat(980)).length).toBeLessThanOrEqual(maxSourceKey);
});

test('the address of a citation is read as it stands there', () => {
  expect(addressIn('NHS: Iron (https://www.nhs.uk/Iron?a=1#b).')).toBe('https://www.nhs.uk/Iron?a=1#b');
  expect(addressIn('See www.nhs.uk/iron, please')).toBe('https://www.nhs.uk/iron');
  expect(addressIn('ISBN 978-92-4-154991-2')).toBeUndefined();
  expect(addressIn('https://desk')).toBeUndefined();
});
