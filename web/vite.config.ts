import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compiledTexts } from './compiled-texts.ts';
import { componentStyles } from './component-styles.ts';

export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  plugins: [react(), compiledTexts(), componentStyles()],
  worker: { format: 'es' },
  build: {
    target: 'es2024',
    outDir: 'dist',
    // Texts of the other language and charts load on demand; preloading them is not worth a request.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
});
