// Which country a number belongs to, by the first digits. Countries that the service knows; others have no name here.

type Country = { readonly code: string; readonly name: string; readonly prefixes: readonly string[] };

/** Longer prefixes first: Kazakhstan has its part of +7. */
const COUNTRIES: readonly Country[] = [
  { code: 'KZ', name: 'Kazakhstan', prefixes: ['76', '77'] },
  { code: 'RU', name: 'Russia', prefixes: ['7'] },
  { code: 'BY', name: 'Belarus', prefixes: ['375'] },
  { code: 'AM', name: 'Armenia', prefixes: ['374'] },
  { code: 'KG', name: 'Kyrgyzstan', prefixes: ['996'] },
  { code: 'UZ', name: 'Uzbekistan', prefixes: ['998'] },
  { code: 'TJ', name: 'Tajikistan', prefixes: ['992'] },
  { code: 'AZ', name: 'Azerbaijan', prefixes: ['994'] },
  { code: 'GE', name: 'Georgia', prefixes: ['995'] },
  { code: 'MD', name: 'Moldova', prefixes: ['373'] },
  { code: 'TR', name: 'Turkey', prefixes: ['90'] },
  { code: 'AE', name: 'United Arab Emirates', prefixes: ['971'] },
  { code: 'RS', name: 'Serbia', prefixes: ['381'] },
  { code: 'DE', name: 'Germany', prefixes: ['49'] },
  { code: 'CN', name: 'China', prefixes: ['86'] },
];

export function countryOf(digits: string): { code: string; name: string } | undefined {
  return COUNTRIES.find(({ prefixes }) => prefixes.some((prefix) => digits.startsWith(prefix)));
}

/** A pattern of the first digits of numbers of these countries, undefined when none of them is known. */
export function countryPattern(codes: readonly string[]): string | undefined {
  const patterns = COUNTRIES.filter(({ code }) => codes.includes(code)).flatMap(({ code, prefixes }) =>
    code === 'RU' ? ['7[^67]'] : prefixes,
  );
  return patterns.length === 0 ? undefined : `^(${patterns.join('|')})`;
}
