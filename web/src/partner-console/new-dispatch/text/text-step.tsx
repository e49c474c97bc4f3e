import { Grid, Stack } from '@mantine/core';
import { RowPreview } from '../row-preview.tsx';
import type { StepProps } from '../step-props.ts';
import { PartsSpread } from './parts-spread.tsx';
import { SenderChoice } from './sender-choice.tsx';
import { TextEditor } from './text-editor.tsx';

export function TextStep(props: StepProps) {
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, md: 7 }}>
        <Stack gap="lg">
          <TextEditor {...props} />
          <SenderChoice draft={props.draft} change={props.change} />
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 5 }}>
        <Stack gap="lg">
          <RowPreview {...props} />
          <PartsSpread {...props} />
        </Stack>
      </Grid.Col>
    </Grid>
  );
}
