// Fifty sample rows, three of them invalid on purpose. Sandbox numbers force outcomes in test mode and cannot reach a
// subscriber.
const NAMES = {
  ru: ['Анна', 'Борис', 'Вера', 'Глеб', 'Дарья', 'Егор', 'Жанна', 'Захар', 'Ирина', 'Кирилл', 'Лидия', 'Максим'],
  en: ['Anna', 'Boris', 'Clara', 'David', 'Emma', 'Frank', 'Grace', 'Henry', 'Irene', 'Jack', 'Laura', 'Martin'],
} as const;

const HEAD = { ru: 'Телефон;Имя;Сумма;Город', en: 'phone;name;amount;city' } as const;
const CITIES = {
  ru: ['Москва', 'Казань', 'Пермь', 'Самара', 'Тула'],
  en: ['Moscow', 'Kazan', 'Perm', 'Samara', 'Tula'],
} as const;

const ROWS = 50;
const BAD: ReadonlyMap<number, string> = new Map([
  [7, '7,9E+10'],
  [19, '7916123'],
  [33, '—'],
]);
/** Delivered immediately, after seconds, read, with a click, cheaper than reserved; one of thirteen fails. */
const OUTCOMES = ['00', '01', '04', '06', '10', '20', '21', '03', '22', '23', '24', '25', '26'];

export function sampleCsv(language: 'ru' | 'en'): string {
  const lines = Array.from({ length: ROWS }, (_, at) => {
    const number = at + 1;
    const brand = 1 + (at % 4);
    const phone = BAD.get(number) ?? `7000${brand}0000${OUTCOMES[Math.floor(at / 4)]}`;
    const name = NAMES[language][at % NAMES[language].length] ?? '';
    const city = CITIES[language][at % CITIES[language].length] ?? '';
    return [phone, name, 500 + at * 35, city].join(';');
  });
  return `\ufeff${HEAD[language]}\r\n${lines.join('\r\n')}\r\n`;
}

export const SAMPLE_NAME = { ru: 'пример.csv', en: 'sample.csv' } as const;
