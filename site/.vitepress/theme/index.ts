// The default theme of VitePress in the colors of Volley, with the fonts of the system.
import DefaultTheme from 'vitepress/theme-without-fonts';
import './code.css';
import './volley.css';

export default DefaultTheme;
