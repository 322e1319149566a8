import { describe, expect, it } from 'vitest';
import { isRepeatedClick } from './double-click-guard.ts';

const press = (timeStamp: number, more: object = {}) => ({
  detail: 1,
  pointerType: 'touch',
  timeStamp,
  clientX: 100,
  clientY: 100,
  ...more,
});

describe('isRepeatedClick', () => {
  it('is true for the second and third click of a series', () => {
    for (const detail of [2, 3])
      expect(isRepeatedClick(press(0, { detail, pointerType: 'mouse' }), undefined)).toBe(true);
  });

  it('is true for a second tap at the same place soon after the first', () => {
    expect(isRepeatedClick(press(200, { clientX: 110 }), press(0))).toBe(true);
    expect(isRepeatedClick(press(200, { pointerType: undefined }), press(0))).toBe(true);
  });

  it('is false for a tap that is later, elsewhere, or the first', () => {
    expect(isRepeatedClick(press(400), press(0))).toBe(false);
    expect(isRepeatedClick(press(100, { clientY: 150 }), press(0))).toBe(false);
    expect(isRepeatedClick(press(100), undefined)).toBe(false);
  });

  it('is true for a tap on a control that has just come to the place of the last one', () => {
    expect(isRepeatedClick(press(900), press(0), 500)).toBe(true);
    expect(isRepeatedClick(press(2100), press(0), 2000)).toBe(true);
    expect(isRepeatedClick(press(2600), press(0), 2000)).toBe(false);
    expect(isRepeatedClick(press(2100, { clientY: 150 }), press(0), 2000)).toBe(false);
    expect(isRepeatedClick(press(2100, { pointerType: 'mouse' }), press(0), 2000)).toBe(false);
  });

  it('leaves counting to the browser for a mouse', () => {
    expect(isRepeatedClick(press(50, { pointerType: 'mouse' }), press(0, { pointerType: 'mouse' }))).toBe(false);
  });

  it('is false for the keyboard and assistive technology', () => {
    expect(isRepeatedClick(press(10, { detail: 0, pointerType: '' }), press(0))).toBe(false);
    expect(isRepeatedClick(press(10), press(0, { detail: 0 }))).toBe(false);
  });
});
