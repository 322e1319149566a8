import type { ConsoleSchemas } from '@oyna/api-client/console-client';
import { shortDayText } from '@oyna/domain/date-text';
import { parseAmount } from '@oyna/domain/money';
import { type RefCallback, useCallback, useState } from 'react';
import { useLanguage, useTexts } from '../../lib/texts.tsx';
import { dayText } from '../../lib/time-text.ts';
import styles from './finance.module.css';
import { datedPlaces, roundSteps } from './sales-scale.ts';
import { useAxisText } from './use-axis-text.ts';

/** Sales and margin of each day as bars. The table below has the numbers, so it is a picture for the eye only. */
export function SalesChart({ currency, report }: { currency: string; report: ConsoleSchemas['SalesReport'] }) {
  const t = useTexts('finance');
  const { language } = useLanguage();
  const days = daysBetween(report.from, report.to);
  const byDay = new Map(report.items.filter((item) => item.currency === currency).map((item) => [item.key, item]));
  const bars = days.map((day) => ({
    day,
    sales: parseAmount(byDay.get(day)?.sales) ?? 0,
    margin: parseAmount(byDay.get(day)?.margin) ?? 0,
  }));
  const amounts = bars.flatMap(({ sales, margin }) => [sales, margin]);
  const steps = roundSteps(Math.min(...amounts), Math.max(...amounts));
  const axisText = useAxisText(steps, currency);
  return (
    <figure className={styles.chart}>
      <figcaption>
        <strong>{t('chart', { currency })}</strong>
        <span>{[...new Set([days[0], report.to])].map((day) => day && dayText(day, language)).join(' – ')}</span>
        <span className={styles.marks}>
          <span className={styles.salesMark}>{t('sales')}</span>
          <span className={styles.marginMark}>{t('margin')}</span>
        </span>
      </figcaption>
      <div className={styles.plot}>
        <p className={styles.scale} aria-hidden="true">
          {steps.map((step) => (
            <span key={step}>{axisText(step)}</span>
          ))}
        </p>
        <Plot bars={bars} steps={steps} />
      </div>
    </figure>
  );
}

/** As in the style sheet. */
const HEIGHT = 160;
const TICK = 5;
const DATE_BASELINE = HEIGHT + 20;
const DATE_WIDTH = 52;
const DATE_DISTANCE = 72;
const WIDEST_BAR = 28;

interface PlotProps {
  bars: readonly { day: string; sales: number; margin: number }[];
  steps: readonly number[];
}

/** In pixels of the screen, so that text and lines are sharp at every width. */
function Plot({ bars, steps }: PlotProps) {
  const { language } = useLanguage();
  const [width, ref] = useWidth();
  const [lowest = 0, highest = 0] = [steps[0], steps.at(-1)];
  const yOf = (amount: number) => Math.round(((highest - amount) / (highest - lowest)) * HEIGHT);
  const slot = width / bars.length;
  // There is room for a gap, or the bars are an area.
  const barWidth = slot < 3 ? slot : Math.min(WIDEST_BAR, Math.floor(slot * 0.72));
  const middleOf = (place: number) => slot * (place + 0.5);
  const bar = (place: number, amount: number) => ({
    x: slot < 3 ? slot * place : Math.round(middleOf(place) - barWidth / 2),
    width: barWidth,
    y: Math.min(yOf(0), yOf(amount)),
    height: Math.abs(yOf(0) - yOf(amount)),
  });
  return (
    <svg ref={ref} aria-hidden="true">
      {steps.map((step) => (
        <line key={step} className={step === 0 ? styles.zero : styles.step} x2={width} y1={yOf(step)} y2={yOf(step)} />
      ))}
      {width > 0 &&
        bars.map(({ day, sales, margin }, place) => (
          <g key={day}>
            <rect className={styles.salesBar} {...bar(place, sales)} />
            <rect className={margin < 0 ? styles.lossBar : styles.marginBar} {...bar(place, margin)} />
          </g>
        ))}
      {width > 0 &&
        datedPlaces(bars.length, Math.floor(width / DATE_DISTANCE)).map((place) => (
          <g key={place}>
            <line className={styles.zero} x1={middleOf(place)} x2={middleOf(place)} y1={HEIGHT} y2={HEIGHT + TICK} />
            <text x={clamp(middleOf(place), DATE_WIDTH / 2, width - DATE_WIDTH / 2)} y={DATE_BASELINE}>
              {shortDayText(bars[place]?.day ?? '', language)}
            </text>
          </g>
        ))}
    </svg>
  );
}

const clamp = (value: number, least: number, most: number) => Math.max(least, Math.min(most, value));

const DAY_MS = 86_400_000;
const MAX_BARS = 400;

function daysBetween(from: string, to: string): string[] {
  const [first, last] = [Date.parse(from), Date.parse(to)];
  const count = Math.min(MAX_BARS, Math.round((last - first) / DAY_MS) + 1);
  return Array.from({ length: count }, (_, place) =>
    new Date(last - (count - 1 - place) * DAY_MS).toISOString().slice(0, 10),
  );
}

/** The width of an element in pixels, 0 until it is known. */
function useWidth(): [width: number, ref: RefCallback<Element>] {
  const [width, setWidth] = useState(0);
  const ref = useCallback((element: Element | null) => {
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [width, ref];
}
