import { Button, FileButton, Group, Stack, Text, Textarea } from '@mantine/core';
import { type DragEvent, useState } from 'react';
import { Section } from '../../../kit/section.tsx';
import { useText } from '../../../kit/text.tsx';
import { language } from '../../../texts/language.ts';
import { SAMPLE_NAME, sampleCsv } from '../sample-file.ts';
import classes from './file-place.module.css';

type Props = { readonly onTake: (file: Blob, fileName: string) => void };

/** A file dropped, chosen, pasted, or the sample. Everything except dropping works by keyboard. */
export function FilePlace({ onTake }: Props) {
  const t = useText();
  const [isOver, setOver] = useState(false);
  const [isPasting, setPasting] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const dropped = event.dataTransfer.files[0];
    if (dropped !== undefined) onTake(dropped, dropped.name);
  };
  const takeSample = () => onTake(new Blob([sampleCsv(language())], { type: 'text/csv' }), SAMPLE_NAME[language()]);
  return (
    <Section title={t('newDispatch.file')}>
      <div
        className={classes['place']}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <Stack align="center" gap="sm">
          <Text fw={600} ta="center">
            {t('newDispatch.file.drop')}
          </Text>
          <Group gap="xs" justify="center">
            <FileButton
              onChange={(chosen) => chosen !== null && onTake(chosen, chosen.name)}
              accept=".csv,.txt,.tsv,text/csv,text/plain"
            >
              {(props) => (
                <Button {...props} size="md">
                  {t('newDispatch.file.choose')}
                </Button>
              )}
            </FileButton>
            <Button variant="default" size="md" onClick={() => setPasting(true)} aria-expanded={isPasting}>
              {t('newDispatch.file.paste')}
            </Button>
            <Button variant="default" size="md" onClick={takeSample}>
              {t('newDispatch.file.sample')}
            </Button>
          </Group>
          <Text size="sm" c="dimmed" ta="center" maw={560}>
            {t('newDispatch.file.rules')}
          </Text>
        </Stack>
      </div>
      {isPasting && <PasteBox onTake={onTake} />}
    </Section>
  );
}

function PasteBox({ onTake }: Props) {
  const t = useText();
  const [pasted, setPasted] = useState('');
  return (
    <Stack gap="xs" mt="md" align="flex-start">
      <Textarea
        w="100%"
        label={t('newDispatch.file.pasteLabel')}
        description={t('newDispatch.file.pasteHint')}
        autosize
        minRows={5}
        maxRows={14}
        autoFocus
        value={pasted}
        onChange={(event) => setPasted(event.currentTarget.value)}
      />
      <Button
        disabled={pasted.trim() === ''}
        onClick={() => onTake(new Blob([pasted], { type: 'text/plain' }), t('newDispatch.file.pastedName'))}
      >
        {t('newDispatch.file.pasteUse')}
      </Button>
    </Stack>
  );
}
