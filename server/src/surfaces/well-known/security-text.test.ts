import { expect, test } from 'vitest';
import { securityText } from './security-text.ts';

const NOON = new Date('2026-11-19T12:34:56Z');
const SETTINGS = { securityContact: ['mailto:security@example.com'], securityPolicy: '', publicUrl: '' };

test.each([
  [
    'a contact alone has no policy and no address of its own',
    {},
    ['Contact: mailto:security@example.com', 'Expires: 2027-02-17T00:00:00Z', 'Preferred-Languages: en, ru'],
  ],
  [
    'the policy of an installation with a public address is its own page',
    { publicUrl: 'https://volley.example/' },
    [
      'Contact: mailto:security@example.com',
      'Expires: 2027-02-17T00:00:00Z',
      'Policy: https://volley.example/docs/operating/security',
      'Canonical: https://volley.example/.well-known/security.txt',
      'Preferred-Languages: en, ru',
    ],
  ],
  [
    'contacts keep their order of preference, and a policy of its own goes before the page',
    {
      securityContact: ['https://example.com/report', 'tel:+1-201-555-0123'],
      securityPolicy: 'https://example.com/policy',
      publicUrl: 'https://volley.example',
    },
    [
      'Contact: https://example.com/report',
      'Contact: tel:+1-201-555-0123',
      'Expires: 2027-02-17T00:00:00Z',
      'Policy: https://example.com/policy',
      'Canonical: https://volley.example/.well-known/security.txt',
      'Preferred-Languages: en, ru',
    ],
  ],
])('%s', (_name, settings, lines) => {
  expect(securityText({ ...SETTINGS, ...settings }, NOON)).toBe(`${lines.join('\n')}\n`);
});
