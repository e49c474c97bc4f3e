import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { ApiError } from '../api/api-error.ts';
import { CopyButton } from './copy-button.tsx';
import { useErrorText } from './error-text.ts';
import { useText } from './text.tsx';

/** The error, what to do, and the request id for the log. */
export function ErrorPanel({ error, onRetry }: { readonly error: unknown; readonly onRetry?: () => void }) {
  const t = useText();
  const errorText = useErrorText();
  const requestId = error instanceof ApiError ? error.requestId : undefined;
  const details = error instanceof ApiError ? error.details : [];
  return (
    <Alert color="red" variant="light" role="alert" title={errorText(error)}>
      <Stack gap="xs" align="flex-start">
        {details.map(({ field, reason }) => (
          <Text key={`${field} ${reason}`} size="sm">
            <b>{field}</b>: {reason}
          </Text>
        ))}
        <Group gap="xs">
          {onRetry !== undefined && (
            <Button size="compact-sm" variant="default" onClick={onRetry}>
              {t('kit.retry')}
            </Button>
          )}
          {requestId !== undefined && (
            <Group gap={4}>
              <Text size="xs" c="dimmed">
                {t('kit.requestId')}
              </Text>
              <CopyButton value={requestId} />
            </Group>
          )}
        </Group>
      </Stack>
    </Alert>
  );
}
