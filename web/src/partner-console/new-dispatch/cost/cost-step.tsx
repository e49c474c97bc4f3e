import { Progress, Stack, Text } from '@mantine/core';
import { ErrorPanel } from '../../../kit/error-panel.tsx';
import { useFormat } from '../../../kit/format.ts';
import { Section } from '../../../kit/section.tsx';
import { useText } from '../../../kit/text.tsx';
import type { StepProps } from '../step-props.ts';
import { CostTable } from './cost-table.tsx';
import { LeftOut } from './left-out.tsx';
import { Reserve } from './reserve.tsx';
import { TimeChoice } from './time-choice.tsx';
import { ZoneTable } from './zone-table.tsx';

export function CostStep(props: StepProps) {
  const t = useText();
  const { estimate, draft, change } = props;
  const { result, error } = estimate;
  return (
    <>
      <Section title={t('newDispatch.cost')} flush={result !== undefined}>
        {error !== undefined && <ErrorPanel error={error} onRetry={estimate.again} />}
        {result === undefined && error === undefined && <Counting {...props} />}
        {result !== undefined && <CostTable price={result.price} />}
      </Section>
      {result !== undefined && (
        <>
          <LeftOut draft={draft} change={change} result={result} />
          <Reserve price={result.price} again={estimate.again} />
        </>
      )}
      <TimeChoice draft={draft} change={change} />
      {result !== undefined && estimate.isFresh && <ZoneTable zones={result.price.zones} />}
    </>
  );
}

function Counting({ estimate, file }: StepProps) {
  const t = useText();
  const { number } = useFormat();
  const all = Math.max(1, file.scan?.good ?? 1);
  return (
    <Stack gap="xs">
      <Text size="sm">
        {t('newDispatch.cost.counting', { counted: number(estimate.counted), all: number(file.scan?.good ?? 0) })}
      </Text>
      <Progress value={(estimate.counted / all) * 100} aria-label={t('newDispatch.cost')} />
    </Stack>
  );
}
