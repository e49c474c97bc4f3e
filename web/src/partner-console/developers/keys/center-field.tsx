import { Select } from '@mantine/core';
import type * as contract from '@volley/contract/console/inbound.ts';
import { useApi } from '../../../api/use-api.ts';
import { useText } from '../../../kit/text.tsx';

type Props = {
  readonly companyId: number;
  /** undefined: the default center. */
  readonly value: number | undefined;
  readonly onChange: (id: number) => void;
};

/** Hidden when there is only one center. */
export function CenterField({ companyId, value, onChange }: Props) {
  const t = useText();
  const { data } = useApi<typeof contract.listCenters>(
    'GET /centers',
    { query: { companyId } },
    { keepPrevious: false },
  );
  const centers = data?.items ?? [];
  if (centers.length < 2 && value === undefined) return null;
  const chosen = value ?? centers.find(({ isDefault }) => isDefault)?.id;
  return (
    <Select
      label={t('developers.center')}
      description={t('developers.center.hint')}
      data={centers.map(({ id, name, isDefault }) => ({
        value: String(id),
        label: isDefault ? t('developers.center.default', { name }) : name,
      }))}
      value={chosen === undefined ? null : String(chosen)}
      onChange={(id) => id !== null && onChange(Number(id))}
      allowDeselect={false}
      maw={360}
    />
  );
}
