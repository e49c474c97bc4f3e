/** Version of the packages; a test compares it with their manifests. */
export const VERSION = '0.1.0-rc.1';
