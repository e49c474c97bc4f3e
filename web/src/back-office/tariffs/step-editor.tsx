import { Button, Group, NumberInput, Stack } from '@mantine/core';
import { useText } from '../../kit/text.tsx';
import type { Step } from './versions.ts';

type Props = {
  readonly steps: readonly Step[];
  readonly onSteps: (steps: readonly Step[]) => void;
  readonly currency: string;
  readonly isMau: boolean;
};

const STEPS_MAX = 100;

export function StepEditor({ steps, onSteps, currency, isMau }: Props) {
  const t = useText();
  const change = (at: number, part: Partial<Step>) =>
    onSteps(steps.map((step, place) => (place === at ? { ...step, ...part } : step)));
  const add = () => {
    const last = steps.at(-1);
    onSteps([...steps, { from: (last?.from ?? 0) + 1_000, price: last?.price ?? 0, priceMauBatch: 0 }]);
  };
  return (
    <Stack gap="xs" role="group" aria-label={t('backOffice.tariffs.steps')}>
      {steps.map((step, at) => (
        // Steps have no id while they are edited.
        <Group key={at} gap="xs" align="flex-end" wrap="nowrap">
          <NumberInput
            label={t('backOffice.tariffs.from')}
            value={step.from}
            onChange={(value) => change(at, { from: Number(value) })}
            min={0}
            allowDecimal={false}
            thousandSeparator=" "
            hideControls
          />
          <NumberInput
            label={t('backOffice.tariffs.priceIn', { currency })}
            value={step.price}
            onChange={(value) => change(at, { price: Number(value) })}
            min={0}
            decimalScale={6}
            hideControls
          />
          {isMau && (
            <NumberInput
              label={t('backOffice.tariffs.package')}
              value={step.priceMauBatch}
              onChange={(value) => change(at, { priceMauBatch: Number(value) })}
              min={0}
              decimalScale={6}
              hideControls
            />
          )}
          <Button
            variant="default"
            px="xs"
            disabled={steps.length === 1}
            onClick={() => onSteps(steps.filter((_, place) => place !== at))}
            aria-label={t('backOffice.tariffs.removeStep', { from: step.from })}
          >
            ✕
          </Button>
        </Group>
      ))}
      <Group>
        <Button variant="default" size="compact-sm" onClick={add} disabled={steps.length >= STEPS_MAX}>
          {t('backOffice.tariffs.addStep')}
        </Button>
      </Group>
    </Stack>
  );
}
