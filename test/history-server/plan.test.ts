import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { collectPlan } from '../../src/history-server/collect-plan.ts';
import { splitArguments } from '../../src/history-server/plan-keys.ts';
import { readPlanMetric } from '../../src/history-server/plan-metrics.ts';
import { readPlanText } from '../../src/history-server/plan-text.ts';
import { planShape } from '../../src/history-server/responses.ts';

const recorded = (situation: string, id = 0) =>
  planShape.parse(
    JSON.parse(readFileSync(join(import.meta.dirname, `../../fixtures/${situation}/sql-${id}.json`), 'utf8')),
  );

describe('metrics, as Spark writes them for its page', () => {
  test.each([
    ['1,234', { unit: 'count', total: 1234, max: null }],
    ['0', { unit: 'count', total: 0 }],
    ['5.0 KiB', { unit: 'bytes', total: 5120 }],
    ['0.0 B', { unit: 'bytes', total: 0 }],
    ['12 ms', { unit: 'ms', total: 12 }],
    ['1.25 h', { unit: 'ms', total: 4_500_000 }],
    [
      'total (min, med, max (stageId: taskId))\n10.0 MiB (1.0 MiB, 2.0 MiB, 5.0 MiB (stage 3.0: task 812))',
      {
        unit: 'bytes',
        total: 10 * 1024 ** 2,
        min: 1024 ** 2,
        median: 2 * 1024 ** 2,
        max: 5 * 1024 ** 2,
        maxAt: { stageId: 3, attemptId: 0, taskId: 812 },
      },
    ],
    [
      'total (min, med, max (stageId: taskId))\n5.4 m (3.3 s, 5.1 s, 1.1 m (stage 4.1: task 26))',
      {
        unit: 'ms',
        total: 324_000,
        min: 3300,
        median: 5100,
        max: 66_000,
        maxAt: { stageId: 4, attemptId: 1, taskId: 26 },
      },
    ],
    [
      'total (min, med, max (stageId: taskId))\n8.4 MiB (65.0 KiB, 1.0 MiB, 2.0 MiB (driver))',
      { unit: 'bytes', max: 2 * 1024 ** 2, maxAt: null },
    ],
    [
      'total (min, med, max)\n35 ms (1 ms, 2 ms, 9 ms)',
      { unit: 'ms', total: 35, min: 1, median: 2, max: 9, maxAt: null },
    ],
    ['N/A', { unit: 'other', total: null }],
    ['', { unit: 'other', total: null }],
  ])('%j', (value, expected) => {
    expect(readPlanMetric('some size', value)).toMatchObject(expected);
  });

  test('an average has no total', () => {
    const value = '(min, med, max (stageId: taskId)):\n(1, 1.2, 3.5 (stage 2.0: task 31))';
    expect(readPlanMetric('avg hash probes per key', value)).toMatchObject({
      unit: 'other',
      total: null,
      min: 1,
      median: 1.2,
      max: 3.5,
      maxAt: { stageId: 2, attemptId: 0, taskId: 31 },
    });
  });

  test('no text makes it throw or hang', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 2_000 }), fc.string({ maxLength: 50 }), (value, name) => {
        const metric = readPlanMetric(name, value);
        expect([metric.total, metric.min, metric.median, metric.max].every((one) => one === null || one >= 0)).toBe(
          true,
        );
      }),
    );
  });
});

describe('recorded plans', () => {
  test('a join: its keys, its sides, its exchanges', () => {
    const plan = collectPlan(recorded('skewed-join'));
    const join = plan.nodes.find((node) => node.name === 'SortMergeJoin');
    expect(join).toMatchObject({ keys: ['title_id'], kind: 'Inner', operatorNumber: 13, wholeStageCodegenId: 5 });
    const byId = new Map(plan.nodes.map((node) => [node.nodeId, node]));
    expect(join?.inputs.map((id) => byId.get(id)?.operatorNumber)).toEqual([6, 12]);
    const exchanges = plan.nodes.filter((node) => node.name === 'Exchange');
    expect(exchanges.map((node) => [node.kind, node.keys, node.operatorNumber])).toEqual([
      ['hashpartitioning', ['title_id'], 10],
      ['hashpartitioning', ['title_id'], 4],
    ]);
    expect(plan.nodes.find((node) => node.name === 'BatchEvalPython')?.functions).toEqual([
      'rank_score(watch_ms, length_min)',
    ]);
    expect(plan.cut).toBe(false);
  });

  test('an explode, a window and an aggregate', () => {
    const explode = collectPlan(recorded('explode')).nodes.find((node) => node.name === 'Generate');
    expect(explode).toMatchObject({ keys: ['tags'], kind: 'explode', functions: ['explode(tags)'] });
    const window = collectPlan(recorded('skewed-window')).nodes.find((node) => node.name === 'Window');
    expect(window?.keys).toHaveLength(1);
    const groups = collectPlan(recorded('healthy-groupby')).nodes.filter((node) => node.name === 'HashAggregate');
    expect(groups.map((node) => node.keys)).not.toContain(null);
    expect(groups.map((node) => node.functions)).not.toContain(null);
  });

  test('every node finds its operator, and no expression id is left', () => {
    for (const situation of [
      'skewed-join',
      'explode',
      'missed-broadcast',
      'duplicate-join',
      'no-combine',
      'slow-node',
      'skewed-window',
    ]) {
      const { nodes } = collectPlan(recorded(situation));
      const own = nodes.filter((node) => !node.name.startsWith('WholeStageCodegen'));
      expect(
        own.filter((node) => node.operatorNumber === null),
        situation,
      ).toEqual([]);
      expect(new Set(own.map((node) => node.operatorNumber)).size, situation).toBe(own.length);
      expect(JSON.stringify(nodes), situation).not.toMatch(/\w#\d/);
    }
  });

  test('without its text a plan still has its graph and metrics', () => {
    const { nodes, cut } = collectPlan({ ...recorded('skewed-join'), planDescription: '' });
    expect(nodes.every((node) => node.operatorNumber === null && node.keys === null)).toBe(true);
    expect(nodes.some((node) => node.metrics.some((metric) => metric.maxAt !== null))).toBe(true);
    expect(cut).toBe(false);
  });

  test('a text of another mode adds nothing', () => {
    const extended =
      '== Physical Plan ==\n*(5) SortMergeJoin [a#1], [b#2], Inner\n:- *(2) Sort [a#1 ASC NULLS FIRST], false, 0\n';
    expect(readPlanText(extended).operators.size).toBe(0);
  });
});

describe('the tree', () => {
  const text = `== Physical Plan ==
AdaptiveSparkPlan (7)
+- == Final Plan ==
   * HashJoin Inner BuildRight (4)
   :- ShuffleQueryStage (2), Statistics(sizeInBytes=1.0 MiB, rowCount=3)
   :  +- Exchange (1)
   +- BroadcastExchange (3)
+- == Initial Plan ==
   HashJoin Inner BuildRight (6)
   +- Exchange (5)


(1) Exchange
Input [1]: [a#1]
Arguments: hashpartitioning(a#1, (b#2 + 1), 200), REPARTITION_BY_COL, [plan_id=3]

(3) BroadcastExchange
Input [1]: [k#9]
Arguments: HashedRelationBroadcastMode(List(input[0, bigint, false]),false), [plan_id=91]

(4) HashJoin [codegen id : 2]
Left keys [2]: [a#1, coalesce(b#2, 0)]
Right keys [2]: [k#9, 0]
Join type: LeftOuter
Join condition: (a#1 > 3)

(5) Exchange
Arguments: hashpartitioning(other#1, 200)

===== Subqueries =====

Subquery:1 Hosting operator id = 4 Hosting Expression = Subquery scalar-subquery#5, [id=#60]
* HashAggregate (9)
+- Exchange (8)


(8) Exchange
Arguments: SinglePartition, ENSURE_REQUIREMENTS, [plan_id=7]

(9) HashAggregate [codegen id : 3]
Keys: []
Functions [1]: [max(a#1)]
`;

  test('the final plan is followed, the initial one is not', () => {
    const { trees } = readPlanText(text);
    expect(trees).toEqual([
      {
        number: 7,
        inputs: [
          {
            number: 4,
            inputs: [
              { number: 2, inputs: [{ number: 1, inputs: [] }] },
              { number: 3, inputs: [] },
            ],
          },
        ],
      },
      { number: 9, inputs: [{ number: 8, inputs: [] }] },
    ]);
  });

  test('the graph is walked with it, over query stages and into subqueries', () => {
    const node = (nodeId: number, nodeName: string, wholeStageCodegenId?: number) => ({
      nodeId,
      nodeName,
      wholeStageCodegenId,
      metrics: [],
    });
    const { nodes } = collectPlan({
      planDescription: text,
      nodes: [
        node(0, 'AdaptiveSparkPlan'),
        node(1, 'HashJoin', 2),
        node(2, 'Exchange'),
        node(3, 'BroadcastExchange'),
        node(4, 'Subquery'),
        node(5, 'HashAggregate', 3),
        node(6, 'Exchange'),
      ],
      edges: [
        { fromId: 1, toId: 0 },
        { fromId: 2, toId: 1 },
        { fromId: 3, toId: 1 },
        { fromId: 4, toId: 1 },
        { fromId: 5, toId: 4 },
        { fromId: 6, toId: 5 },
      ],
    });
    expect(nodes.map((one) => [one.nodeId, one.operatorNumber, one.kind, one.keys])).toEqual([
      [0, null, null, null],
      [1, 4, 'LeftOuter', ['a', 'coalesce(b, 0)']],
      [2, 1, 'hashpartitioning', ['a', '(b + 1)']],
      [3, 3, 'HashedRelationBroadcastMode', null],
      [4, null, null, null],
      [5, 9, null, []],
      [6, 8, 'SinglePartition', null],
    ]);
    expect(nodes[1]?.argumentsText).toBe('(a > 3)');
  });
});

test('what is drawn after an operator’s number is not part of it', () => {
  const drawn = `== Physical Plan ==
TableCacheQueryStage (6), Statistics(sizeInBytes=422.3 KiB, rowCount=1.80E+4)
+- InMemoryTableScan (1) (columnarIn=false, columnarOut=true)
      +- InMemoryRelation (2)
            +- Scan parquet db.t (3)(3)
`;
  const [top] = readPlanText(drawn).trees;
  expect(top).toEqual({
    number: 6,
    inputs: [{ number: 1, inputs: [{ number: 2, inputs: [{ number: 3, inputs: [] }] }] }],
  });
});

describe('the text is written by strangers', () => {
  test('a paragraph inside a literal does not replace an operator', () => {
    const forged =
      '\n\n(1) Exchange\nArguments: hashpartitioning(safe#1, 3)\n\n(2) Filter\nCondition : (x = \n\n(1) Exchange\nArguments: hashpartitioning(evil#2, 3)\n';
    expect(readPlanText(forged).operators.get(1)?.fields.get('Arguments')).toContain('safe');
  });

  test.each([
    ['brackets', '('.repeat(300_000)],
    ['tree drawings', '== Physical Plan ==\n' + '+- '.repeat(300_000) + '(1)'],
    [
      'a deep tree',
      '== Physical Plan ==\n' +
        Array.from({ length: 2_000 }, (_, depth) => `${'   '.repeat(depth)}+- Filter (${depth})`).join('\n'),
    ],
    ['statistics', '== Physical Plan ==\n' + '(1), Statistics('.repeat(100_000)],
    ['ids', `\n\n(1) Filter\nCondition : ${'#1'.repeat(300_000)}`],
    ['colons', `\n\n(1) Filter\n${'A a '.repeat(100_000)}: x`],
    ['more fields', '... '.repeat(300_000)],
  ])('%s without end are read in good time', { timeout: 20_000 }, (_, planDescription) => {
    const plan = collectPlan({ planDescription, nodes: [{ nodeId: 0, nodeName: 'Filter', metrics: [] }], edges: [] });
    expect(plan.nodes).toHaveLength(1);
  });

  test('what is beyond the limits is said to be cut', () => {
    expect(readPlanText('x'.repeat(4_000_001)).cut).toBe(true);
    expect(readPlanText('\n\n(1) Scan\nOutput [30]: [a#1, ... 28 more fields]').cut).toBe(true);
  });

  test('any text gives a plan', () => {
    const line = fc.constantFrom(
      '(1) A [codegen id : 2]',
      '+- B (1)',
      ':- ',
      '',
      '== Final Plan ==',
      'Keys [1]: [a#1',
      'Subquery:1',
      '(((((',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(line, fc.string())), (lines) => {
        const planDescription = `== Physical Plan ==\n${lines.join('\n')}`;
        const nodes = [{ nodeId: 0, nodeName: 'A', wholeStageCodegenId: 2, metrics: [{ name: 'm', value: '1' }] }];
        expect(collectPlan({ planDescription, nodes, edges: [{ fromId: 0, toId: 0 }] }).nodes).toHaveLength(1);
      }),
    );
  });
});

test('arguments are split outside of brackets only', () => {
  expect(splitArguments('a, f(b, c), [d, {e, f}], ')).toEqual(['a', 'f(b, c)', '[d, {e, f}]']);
  expect(splitArguments('')).toEqual([]);
  expect(splitArguments(')), a')).toEqual(['))', 'a']);
});
