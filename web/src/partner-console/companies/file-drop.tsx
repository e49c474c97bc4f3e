import { Alert, Button, FileButton, Stack, Text } from '@mantine/core';
import { type DragEvent, useState } from 'react';
import { useText } from '../../kit/text.tsx';
import { DOCUMENT_ACCEPT, documentFault } from './document-rules.ts';
import classes from './file-drop.module.css';

type Props = { readonly onFiles: (files: readonly File[]) => void; readonly isBusy?: boolean };

/** A drop area for documents, with a button for the keyboard. */
export function FileDrop({ onFiles, isBusy = false }: Props) {
  const t = useText();
  const [isOver, setIsOver] = useState(false);
  const [refused, setRefused] = useState<readonly string[]>([]);
  const take = (files: readonly File[]) => {
    const faults = files.flatMap((file) => {
      const fault = documentFault(file);
      return fault === undefined ? [] : [t(`companies.documents.${fault}`, { file: file.name })];
    });
    setRefused(faults);
    const fine = files.filter((file) => documentFault(file) === undefined);
    if (fine.length > 0) onFiles(fine);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    take([...event.dataTransfer.files]);
  };
  const over = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(true);
  };
  return (
    <Stack gap="xs">
      <div
        className={classes['drop']}
        data-over={isOver}
        onDrop={drop}
        onDragOver={over}
        onDragLeave={() => setIsOver(false)}
      >
        <Text size="sm">{t('companies.documents.drop')}</Text>
        <FileButton multiple accept={DOCUMENT_ACCEPT} onChange={take} disabled={isBusy}>
          {(props) => (
            <Button {...props} variant="default" my={6} loading={isBusy}>
              {t('companies.documents.choose')}
            </Button>
          )}
        </FileButton>
        <Text size="xs" c="dimmed">
          {t('companies.documents.rule')}
        </Text>
      </div>
      {refused.length > 0 && (
        <Alert color="red" variant="light" role="alert">
          {refused.map((text) => (
            <Text key={text} size="sm">
              {text}
            </Text>
          ))}
        </Alert>
      )}
    </Stack>
  );
}
