/**
 * The domains that `check-links` asks, with their subdomains: public bodies, professional societies of the field, and the
 * two public indexes of articles. Other publishers forbid automatic readers, so their pages are left to people.
 */
export const publicBodies: Readonly<Record<string, string>> = {
  'who.int': 'World Health Organization',
  'unicef.org': 'UNICEF',
  'unfpa.org': 'United Nations Population Fund',
  'health.gov.ng': 'Federal Ministry of Health, Nigeria',
  'nphcda.gov.ng': 'National Primary Health Care Development Agency, Nigeria',
  'ncdc.gov.ng': 'Nigeria Centre for Disease Control and Prevention',
  'nafdac.gov.ng': 'National Agency for Food and Drug Administration and Control, Nigeria',
  'naca.gov.ng': 'National Agency for the Control of AIDS, Nigeria',
  'naptip.gov.ng': 'National Agency for the Prohibition of Trafficking in Persons, Nigeria',
  'nhs.uk': 'National Health Service, United Kingdom',
  'gov.uk': 'Government of the United Kingdom, with the MHRA and the Food Standards Agency',
  'nice.org.uk': 'National Institute for Health and Care Excellence, United Kingdom',
  'cdc.gov': 'Centers for Disease Control and Prevention, United States',
  'fda.gov': 'Food and Drug Administration, United States',
  'medlineplus.gov': 'National Library of Medicine, United States',
  'nih.gov': 'National Institutes of Health, United States, with PubMed',
  'acog.org': 'American College of Obstetricians and Gynecologists',
  'rcog.org.uk': 'Royal College of Obstetricians and Gynaecologists',
  'sogon.org': 'Society of Gynaecology and Obstetrics of Nigeria',
  'figo.org': 'International Federation of Gynecology and Obstetrics',
  'doi.org': 'International DOI Foundation',
};

/** Whether a host belongs to one of these domains. */
export const isPublicBody = (host: string) =>
  Object.keys(publicBodies).some((domain) => host === domain || host.endsWith(`.${domain}`));
