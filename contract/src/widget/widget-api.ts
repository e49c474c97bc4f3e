import type { EndpointShape } from '../endpoint.ts';
import {
  checkWidgetSession,
  getWidget,
  getWidgetSession,
  issueWidgetChallenge,
  openWidgetSession,
  reportWidgetEvent,
} from './widget.ts';

/** The API that the widget script calls from the browsers of visitors. */
export const widgetApi: readonly EndpointShape[] = [
  getWidget,
  openWidgetSession,
  issueWidgetChallenge,
  reportWidgetEvent,
  getWidgetSession,
  checkWidgetSession,
];
