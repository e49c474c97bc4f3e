import { useFormat } from '../../kit/format.ts';
import { channelName } from '../../kit/operator-name.ts';
import { ListLink } from '../../kit/table/list-link.tsx';
import { useText } from '../../kit/text.tsx';
import type { Search } from './margin-period.ts';

/** Stands for messages whose link is unknown. */
const NO_LINK = '0';

type Props = { readonly row: { readonly key: string; readonly name: string | null }; readonly search: Search };

/** Leads to the parts of the row: the links of a day or a channel, the days of a link or a company. */
export function RowName({ row: { key, name }, search }: Props) {
  const t = useText();
  const { date } = useFormat();
  const lead = (change: Search, text: string) => (
    <ListLink to="/bo/margin" search={{ ...search, ...change }}>
      {text}
    </ListLink>
  );
  switch (search.by ?? 'day') {
    case 'day':
      return lead({ from: key, to: key, by: 'link' }, date(`${key}T12:00:00+03:00`));
    case 'link':
      return key === NO_LINK
        ? t('backOffice.margin.noLink')
        : lead({ link: Number(key), by: 'day' }, name ?? `#${key}`);
    case 'channel':
      return lead({ channel: key as NonNullable<Search['channel']>, by: 'link' }, channelName(t, key)); // a channel of the report
    case 'company':
      return lead({ company: Number(key), by: 'day' }, name ?? `#${key}`);
  }
}
