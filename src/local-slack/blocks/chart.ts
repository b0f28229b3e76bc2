import { z } from 'zod';
import { BLOCK_LIMITS, CHART_LIMITS } from '../limits.ts';
import { chars } from './text.ts';

const label = chars(CHART_LIMITS.labelChars);
const point = z.strictObject({ label, value: z.number() });
const axisLabel = z.string().max(CHART_LIMITS.axisLabelChars).optional();

const pie = z.strictObject({
  type: z.literal('pie'),
  segments: z
    .array(z.strictObject({ label, value: z.number().positive() }))
    .min(1)
    .max(CHART_LIMITS.segments),
});

const withAxes = <Type extends 'bar' | 'line' | 'area'>(type: Type) =>
  z
    .strictObject({
      type: z.literal(type),
      series: z
        .array(z.strictObject({ name: label, data: z.array(point).min(1).max(CHART_LIMITS.categories) }))
        .min(1)
        .max(CHART_LIMITS.series),
      axis_config: z.strictObject({
        categories: z.array(label).min(1).max(CHART_LIMITS.categories),
        x_label: axisLabel,
        y_label: axisLabel,
      }),
    })
    .check((context) => {
      const { series, axis_config: axis } = context.value;
      if (new Set(series.map((one) => one.name)).size !== series.length) {
        context.issues.push({
          code: 'custom',
          message: 'series names must be unique',
          path: ['series'],
          input: series,
        });
      }
      for (const [index, one] of series.entries()) {
        const labels = new Set(one.data.map((datum) => datum.label));
        const complete =
          one.data.length === axis.categories.length && axis.categories.every((name) => labels.has(name));
        if (complete) continue;
        context.issues.push({
          code: 'custom',
          message: 'series must have exactly one value for each category',
          path: ['series', index, 'data'],
          input: one.data,
        });
      }
    });

export const dataVisualization = z.strictObject({
  type: z.literal('data_visualization'),
  block_id: chars(BLOCK_LIMITS.blockIdChars).optional(),
  title: chars(CHART_LIMITS.titleChars),
  chart: z.discriminatedUnion('type', [pie, withAxes('bar'), withAxes('line'), withAxes('area')]),
});
