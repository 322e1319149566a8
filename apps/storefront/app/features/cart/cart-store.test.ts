import { BASKET_STATUS } from '@oyna/domain/states';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EMPTY_SLICE } from './basket.ts';
import { item, OFFLINE, onServer, shown, start, startWith } from './cart-test-helper.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('finding the basket', () => {
  it('requests the current one, stores its id and checks it', async () => {
    const { server, browser, cart } = start();
    server.basketId = 'mine';
    server.counts.set(7, 2);
    await cart.refresh();
    expect(server.calls).toEqual(['actual', 'check mine']);
    expect(browser.read()).toMatchObject({ basketId: 'mine', items: [item(7, 2)], saved: [{ id: 7, count: 2 }] });
    expect(cart.read().status).toBe('ready');
  });

  it('checks the stored id and requests no other', async () => {
    const { server, cart } = await startWith({ 7: 2 });
    await cart.refresh();
    expect(server.calls).toEqual(['check mine']);
  });

  it('is an empty cart where there is no basket and nothing was put into one', async () => {
    const { server, cart } = start();
    await cart.refresh();
    expect(server.calls).toEqual(['actual']);
    expect(cart.read()).toMatchObject({ status: 'ready', basket: undefined, slice: { items: [] } });
  });

  it('is created from the items saved in this browser', async () => {
    const { server, browser, cart } = start();
    browser.write({ basketId: undefined, items: [item(1, 2), item(2)], saved: [] });
    await cart.refresh();
    expect(server.calls).toEqual(['actual', 'create 1×2 2×1', 'check basket-1']);
    expect(onServer(server)).toEqual({ 1: 2, 2: 1 });
    expect(browser.read().basketId).toBe('basket-1');
  });

  it('drops an invalid id and creates another basket with the same items', async () => {
    const { server, browser, cart } = start();
    browser.write({ basketId: 'gone', items: [item(1, 2)], saved: [{ id: 1, name: 'A', price: 100, count: 2 }] });
    await cart.refresh();
    expect(server.calls).toEqual(['check gone', 'actual', 'create 1×2', 'check basket-1']);
    expect(shown(cart)).toEqual({ 1: 2 });
  });

  it('forgets bought items and keeps items added since', async () => {
    const { server, browser, cart } = await startWith({ 1: 2 });
    const api = vi.spyOn(server, 'checkBasket');
    api.mockResolvedValueOnce({ id: 'mine', statusId: BASKET_STATUS.paid, basketItems: [] });
    server.basketId = undefined;
    server.counts.clear();
    browser.write({ ...browser.read(), items: [item(1, 2), item(3)] });
    await cart.refresh();
    expect(onServer(server)).toEqual({ 3: 1 });
    expect(shown(cart)).toEqual({ 3: 1 });
  });

  it('leaves out unavailable items and shows a message', async () => {
    const { server, browser, cart } = start();
    server.stock.set(1, 0);
    browser.write({ basketId: undefined, items: [item(1), item(2)], saved: [] });
    await cart.refresh();
    expect(onServer(server)).toEqual({ 2: 1 });
    expect(cart.read().refusals).toEqual({ 1: 'out-of-stock' });
  });

  it('does nothing for a visitor', async () => {
    const { server, browser, cart } = start();
    browser.isSignedIn = false;
    await cart.refresh();
    expect(server.calls).toEqual([]);
  });
});

describe('changing counts', () => {
  it('merges added items and sends the difference', async () => {
    const { server, cart } = await startWith({ 1: 2 });
    await cart.add(item(1, 3));
    expect(server.calls).toEqual(['add 1 3']);
    expect(shown(cart)).toEqual({ 1: 5 });
  });

  it('shows a change at once and sends fast clicks as one call', async () => {
    const { server, cart } = await startWith({ 1: 2 });
    cart.setCount(1, 3);
    cart.setCount(1, 4);
    cart.setCount(1, 5);
    expect(shown(cart)).toEqual({ 1: 5 });
    expect(server.calls).toEqual([]);
    await vi.runAllTimersAsync();
    expect(server.calls).toEqual(['add 1 3']);
    cart.setCount(1, 1);
    await vi.runAllTimersAsync();
    expect(server.calls).toEqual(['add 1 3', 'remove 1 4']);
    expect(onServer(server)).toEqual({ 1: 1 });
  });

  it('joins clicks on a stepper within 300 ms into one call', async () => {
    const { server, cart } = await startWith({ 1: 2 });
    for (const count of [3, 4, 5]) {
      await vi.advanceTimersByTimeAsync(250);
      cart.setCount(1, count);
    }
    await vi.advanceTimersByTimeAsync(299);
    expect(server.calls).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(server.calls).toEqual(['add 1 3']);
  });

  it('keeps the difference of an unsent change when another device has raised the count', async () => {
    const { server, cart } = await startWith({ 1: 1, 2: 5 });
    cart.setCount(1, 3);
    cart.setCount(2, 4);
    server.counts.set(1, 10).set(2, 8);
    await cart.refresh();
    await vi.runAllTimersAsync();
    expect([shown(cart), onServer(server)]).toEqual([
      { 1: 12, 2: 7 },
      { 1: 12, 2: 7 },
    ]);
  });

  it('sends nothing when the count is the same again', async () => {
    const { server, cart } = await startWith({ 1: 2 });
    cart.setCount(1, 3);
    cart.setCount(1, 2);
    await vi.runAllTimersAsync();
    expect(server.calls).toEqual([]);
  });

  it('keeps a change that is made during a call', async () => {
    const { server, cart } = await startWith({ 1: 1 });
    let release = () => {};
    server.disturb.after = () => new Promise((resolve) => (release = resolve));
    const adding = cart.add(item(1));
    await vi.advanceTimersByTimeAsync(0);
    cart.setCount(1, 5);
    server.disturb = {};
    release();
    await adding;
    await vi.runAllTimersAsync();
    expect(server.calls).toEqual(['add 1 1', 'add 1 3']);
    expect([shown(cart), onServer(server)]).toEqual([{ 1: 5 }, { 1: 5 }]);
  });

  it('shows items that another device has added', async () => {
    const { server, cart } = await startWith({ 1: 1 });
    server.counts.set(1, 4).set(9, 1);
    await cart.add(item(1));
    expect([shown(cart), onServer(server)]).toEqual([
      { 1: 5, 9: 1 },
      { 1: 5, 9: 1 },
    ]);
  });

  it('stops at the available stock and shows a message', async () => {
    const { server, cart } = await startWith({ 1: 1 });
    server.stock.set(1, 3);
    expect(await cart.add(item(1, 9))).toBe('out-of-stock');
    expect([shown(cart), onServer(server)]).toEqual([{ 1: 3 }, { 1: 3 }]);
    cart.setCount(1, 2);
    expect(cart.read().refusals).toEqual({});
  });

  it('adds a new product up to its stock', async () => {
    const { server, cart } = await startWith({ 1: 1 });
    server.stock.set(2, 3);
    expect(await cart.add(item(2, 5))).toBe('out-of-stock');
    expect([shown(cart), onServer(server)]).toEqual([
      { 1: 1, 2: 3 },
      { 1: 1, 2: 3 },
    ]);
  });

  it('resets a refused change', async () => {
    const { server, cart } = await startWith({ 1: 1 });
    server.stock.set(2, 0);
    expect(await cart.add(item(2))).toBe('out-of-stock');
    expect([shown(cart), onServer(server)]).toEqual([{ 1: 1 }, { 1: 1 }]);
  });

  it('resets all changes in a basket that is being paid for', async () => {
    const { server, cart } = await startWith({ 1: 2 });
    server.statusId = BASKET_STATUS.awaitingPayment;
    await cart.remove(1);
    expect(cart.read().refusals).toEqual({ 1: 'basket-frozen' });
    cart.setCount(1, 5);
    await vi.runAllTimersAsync();
    expect(await cart.add(item(2))).toBe('basket-frozen');
    expect(cart.read().basket?.basketItems).toMatchObject([{ productId: 1, count: 2 }]);
    expect(onServer(server)).toEqual({ 1: 2 });
    server.statusId = BASKET_STATUS.open;
    await cart.refresh();
    expect([shown(cart), onServer(server)]).toEqual([{ 1: 2 }, { 1: 2 }]);
  });

  it('refuses an item that is added while another tab finds the payment', async () => {
    const { server, browser, cart } = await startWith({ 1: 2 });
    server.statusId = BASKET_STATUS.awaitingPayment;
    const refreshing = cart.refresh();
    expect(await browser.openTab().add(item(2))).toBe('basket-frozen');
    await refreshing;
    expect(onServer(server)).toEqual({ 1: 2 });
  });

  it('shows the payment that another tab has begun, and looks it up once', async () => {
    const { server, browser, cart } = await startWith({ 1: 2 });
    server.statusId = BASKET_STATUS.awaitingPayment;
    browser.write(EMPTY_SLICE);
    await cart.load();
    expect(cart.read().basket).toMatchObject({ id: 'mine', statusId: BASKET_STATUS.awaitingPayment });
    await cart.load();
    expect(server.calls).toEqual(['actual', 'check mine']);
  });
});

describe('removing', () => {
  it('waits five seconds after a count of 0, then sends it to the server', async () => {
    const { server, cart } = await startWith({ 1: 2 });
    cart.hide(1);
    expect(shown(cart)).toEqual({});
    expect(cart.read().undos).toMatchObject([{ item: { productId: 1, count: 2 } }]);
    await vi.advanceTimersByTimeAsync(4900);
    expect(server.calls).toEqual([]);
    await vi.advanceTimersByTimeAsync(100);
    expect(server.calls).toEqual(['remove 1 2']);
    expect(cart.read().undos).toEqual([]);
  });

  it('brings the item back as it was', async () => {
    const { server, cart } = await startWith({ 1: 2 });
    cart.hide(1);
    await vi.advanceTimersByTimeAsync(4000);
    cart.undo(1);
    await vi.runAllTimersAsync();
    expect(shown(cart)).toEqual({ 1: 2 });
    expect(server.calls).toEqual([]);
  });

  it('lets other changes pass an item that waits for its undo', async () => {
    const { server, cart } = await startWith({ 1: 2, 2: 1 });
    cart.hide(1);
    cart.setCount(2, 2);
    await vi.advanceTimersByTimeAsync(1000);
    expect(server.calls).toEqual(['add 2 1']);
    cart.undo(1);
    await vi.runAllTimersAsync();
    expect(onServer(server)).toEqual({ 1: 2, 2: 2 });
  });

  it('removes at once on request', async () => {
    const { server, cart } = await startWith({ 1: 2 });
    await cart.remove(1);
    expect(server.calls).toEqual(['remove 1 2']);
  });

  it('sends hidden and changed items when the shopper leaves the cart', async () => {
    const { server, cart } = await startWith({ 1: 2, 2: 1 });
    cart.hide(1);
    cart.setCount(2, 4);
    await cart.leave();
    expect(onServer(server)).toEqual({ 2: 4 });
  });

  it('sends changes at once when the page is hidden, and not again when it returns', async () => {
    const { server, cart } = await startWith({ 1: 2, 2: 1 });
    cart.hide(1);
    cart.setCount(2, 4);
    cart.leavePage();
    expect(server.calls).toEqual(['remove 1 2', 'add 2 3']);
    await cart.refresh();
    expect(server.calls).toEqual(['remove 1 2', 'add 2 3', 'check mine']);
    expect(onServer(server)).toEqual({ 2: 4 });
  });

  it('when the page is hidden, sends only what changed since the running request', async () => {
    const { server, cart } = await startWith({ 1: 1, 2: 1 });
    let release = () => {};
    server.disturb.before = () => new Promise((resolve) => (release = resolve));
    const adding = cart.add(item(1, 2));
    await vi.advanceTimersByTimeAsync(0);
    expect(server.calls).toEqual(['add 1 2']);
    server.disturb = {};
    cart.leavePage();
    expect(server.calls).toEqual(['add 1 2']);
    cart.setCount(1, 7);
    cart.leavePage();
    expect(server.calls).toEqual(['add 1 2', 'add 1 4']);
    release();
    await adding;
    await vi.runAllTimersAsync();
    expect([shown(cart), onServer(server)]).toEqual([
      { 1: 7, 2: 1 },
      { 1: 7, 2: 1 },
    ]);
  });
});

describe('promo codes', () => {
  it('are applied when all counts are settled, and a wrong one fails as it is', async () => {
    const { server, cart } = await startWith({ 1: 1 });
    cart.setCount(1, 2);
    await cart.applyPromo('OYNA');
    expect(server.calls).toEqual(['add 1 1', 'promo OYNA']);
    await expect(cart.applyPromo('NO')).rejects.toMatchObject({ code: 'promocode-error' });
    await cart.removePromo();
    expect(server.calls.at(-1)).toBe('no promo');
  });

  it('are refused in a basket whose payment has begun in another tab', async () => {
    const { server, browser, cart } = await startWith({ 1: 1 });
    server.statusId = BASKET_STATUS.awaitingPayment;
    browser.write(EMPTY_SLICE);
    await expect(cart.applyPromo('OYNA')).rejects.toMatchObject({ code: 'basket-frozen' });
  });
});

describe('accounts', () => {
  it('clears the cart on sign-out', async () => {
    const { server, browser, cart } = await startWith({ 1: 2 });
    browser.isSignedIn = false;
    browser.write({ basketId: undefined, items: [], saved: [] });
    await cart.followSession();
    expect(cart.read()).toMatchObject({ status: 'asleep', basket: undefined, slice: { items: [] } });
    browser.isSignedIn = true;
    await cart.followSession();
    expect(shown(cart)).toEqual({ 1: 2 });
    expect(server.calls).toEqual(['actual', 'check mine']);
  });

  it.each(['in the same tab', 'in a tab that is opened later'])(
    'does not add the items of a guest that are in a payment to the basket of the account, %s',
    async (place) => {
      const { server, browser, cart } = await startWith({ 1: 2 });
      server.statusId = BASKET_STATUS.awaitingPayment;
      await cart.refresh();
      server.basketId = 'of the account';
      server.statusId = BASKET_STATUS.open;
      server.counts = new Map([[5, 1]]);
      // What the sign-in of a guest leaves.
      browser.write({ ...browser.read(), basketId: undefined, saved: [] });
      const tab = place === 'in the same tab' ? cart : browser.openTab();
      await (tab === cart ? tab.followSession() : tab.refresh());
      expect([shown(tab), onServer(server)]).toEqual([{ 5: 1 }, { 5: 1 }]);
    },
  );

  it('does not show the basket of a guest to the account while there is no network', async () => {
    const { server, browser, cart } = await startWith({ 1: 2 });
    server.statusId = BASKET_STATUS.awaitingPayment;
    await cart.refresh();
    server.disturb.before = async () => Promise.reject(OFFLINE());
    browser.write(EMPTY_SLICE);
    await cart.followSession();
    expect(cart.read()).toMatchObject({ basket: undefined, status: 'failed', connectionError: 'offline' });
  });

  it('adds the items of a guest that are in no payment', async () => {
    const { server, browser, cart } = await startWith({ 1: 2 });
    server.basketId = 'of the account';
    server.counts = new Map([[5, 1]]);
    browser.write({ ...browser.read(), basketId: undefined, saved: [] });
    await cart.followSession();
    expect(onServer(server)).toEqual({ 1: 2, 5: 1 });
  });
});
