import { useState } from 'react';

type Options = {
  /** An error known before the first request. */
  readonly failure?: unknown;
  readonly onError?: (error: unknown) => void;
};

type Submit = {
  /** Runs the request; undefined: the form is not valid yet. Resolves to whether the request succeeded. */
  readonly submit: (request: (() => Promise<unknown>) | undefined) => Promise<boolean>;
  readonly isBusy: boolean;
  /** The error of the last request. */
  readonly error: unknown;
  /** The form was submitted once: a missing value counts as an error from then on. */
  readonly isStrict: boolean;
  readonly clearError: () => void;
};

/** The state of a form around its request. */
export function useSubmit({ failure, onError }: Options = {}): Submit {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(failure);
  const [isStrict, setStrict] = useState(false);
  const clearError = () => setError(undefined);
  const submit: Submit['submit'] = async (request) => {
    setStrict(true);
    if (request === undefined) return false;
    setBusy(true);
    clearError();
    try {
      await request();
      return true;
    } catch (refusal) {
      setError(refusal);
      onError?.(refusal);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { submit, isBusy, error, isStrict, clearError };
}
