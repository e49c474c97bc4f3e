// Reads the code of an SMS that ends with the line `@site #code`, in browsers that can, with the visitor's consent.

type OtpOptions = CredentialRequestOptions & { readonly otp: { readonly transport: readonly string[] } };

export function readSms(got: (code: string) => void): AbortController {
  const ending = new AbortController();
  const options: OtpOptions = { otp: { transport: ['sms'] }, signal: ending.signal };
  if ('OTPCredential' in window)
    navigator.credentials.get(options).then(
      (credential) => got((credential as unknown as { code: string }).code), // newer than the DOM library
      () => undefined,
    );
  return ending;
}
