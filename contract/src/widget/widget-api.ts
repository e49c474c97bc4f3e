import type { EndpointShape } from '../endpoint.ts';
import { checkWidgetSession, getWidget, getWidgetSession, openWidgetSession } from './widget.ts';

/** What the widget's script calls from the browsers of a site's visitors. */
export const widgetApi: readonly EndpointShape[] = [getWidget, openWidgetSession, getWidgetSession, checkWidgetSession];
