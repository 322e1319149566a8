import type { Page } from '@playwright/test';
import { callStore, type Session } from './member.ts';
import { expect } from './test.ts';

/** Top-ups of the API's making, for tests that are not about beginning one. */

const STEAM = 278;

interface Begun {
  orderId: string;
  link_url: string;
}

export interface ShownTopUp {
  stage: string;
  statusId: number;
}

export function beginSteam(account: string, session?: Session, amount = 1000): Promise<Begun> {
  const body = { id: STEAM, serviceObject: { account, amount } };
  return callStore('POST', '/api/v1/replenishment/front/epoint', { ...(session && { session }), body });
}

/** What the provider's page does when its button is pressed. */
export async function approve({ link_url }: Begun): Promise<void> {
  const answer = await fetch(`${link_url}/approve`, { method: 'POST', redirect: 'manual' });
  expect(answer.status).toBeLessThan(400);
}

export async function waitForStage(orderId: string, stage: string): Promise<void> {
  const look = async () => (await callStore<ShownTopUp>('GET', `/api/v1/replenishment/${orderId}`)).stage;
  await expect.poll(look, { message: `the stage of ${orderId}` }).toBe(stage);
}

export const stageOf = (page: Page, stage: string) => page.locator(`[role=status][data-stage="${stage}"]`);
