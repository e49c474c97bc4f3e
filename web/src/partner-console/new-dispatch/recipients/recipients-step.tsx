// Shows one class of problems at a time: the file, then its columns, then its rows.
import { startTransition } from 'react';
import { Notice } from '../../../kit/notice.tsx';
import { useText } from '../../../kit/text.tsx';
import type { StepProps } from '../step-props.ts';
import { isWrongColumn } from '../wizard.ts';
import { ColumnTable } from './column-table.tsx';
import { DispatchHead } from './dispatch-head.tsx';
import { FileFacts } from './file-facts.tsx';
import { FilePlace } from './file-place.tsx';
import { RowReport } from './row-report.tsx';

export function RecipientsStep(props: StepProps) {
  const t = useText();
  const { draft, change, file } = props;
  const { opened, scan, problem } = file;
  // Half of the page changes at once, so the update is a transition.
  const take = (taken: Blob, fileName: string) =>
    startTransition(() =>
      change({
        file: taken,
        fileName,
        choice: {},
        mapping: undefined,
        edits: [],
        goodOnly: false,
        checked: false,
        ...(draft.name === '' && { name: fileName.replace(/\.\w+$/, '') }),
      }),
    );
  return (
    <>
      <DispatchHead companyId={draft.companyId} name={draft.name} change={change} />
      {draft.file === undefined ? (
        <FilePlace onTake={take} />
      ) : (
        <FileFacts {...props} onReplace={() => change({ file: undefined, fileName: '', mapping: undefined })} />
      )}
      {problem !== undefined && (
        <Notice tone="bad" title={t(`newDispatch.file.${problem.kind}`, { row: problem.row })}>
          {t('newDispatch.file.advice')}
        </Notice>
      )}
      {problem === undefined && opened !== undefined && draft.mapping !== undefined && (
        <ColumnTable
          companyId={draft.companyId}
          change={change}
          opened={opened}
          mapping={draft.mapping}
          isWrong={isWrongColumn(file)}
        />
      )}
      {problem === undefined && scan !== undefined && !isWrongColumn(file) && <RowReport {...props} scan={scan} />}
    </>
  );
}
