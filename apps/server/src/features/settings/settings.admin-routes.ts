import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { HELD_CURRENCIES } from '@oyna/domain/constants';
import { SHOP_SETTING_NAMES } from '@oyna/domain/shop-settings';
import Type from 'typebox';
import { isoDates } from '../../http/iso-dates.ts';
import { consoleComponent, errorResponses, Time } from '../../http/openapi.ts';
import { actorOf, operators } from '../../http/operator-auth.ts';
import type { SettingsService } from './settings.service.ts';

const tags = ['settings'];

const Setting = consoleComponent(
  'Setting',
  Type.Object({
    name: Type.Enum(SHOP_SETTING_NAMES),
    version: Type.Integer({ description: '0: never changed' }),
    value: Type.Unknown({ description: 'Its shape depends on the name: domain/shop-settings.ts' }),
    history: Type.Array(
      Type.Object({
        version: Type.Integer(),
        reason: Type.String(),
        changedBy: Type.String(),
        changedAt: Time,
      }),
    ),
  }),
);

const SettingList = consoleComponent(
  'SettingList',
  Type.Object({
    items: Type.Array(Setting),
    providers: Type.Array(
      Type.Object({
        name: Type.String(),
        label: Type.String(),
        currencies: Type.Array(Type.Enum([...HELD_CURRENCIES])),
      }),
    ),
  }),
);

interface Options {
  settings: SettingsService;
  /** The payment providers that can have a fee. */
  providers: readonly { name: string; label: string; currencies: readonly (typeof HELD_CURRENCIES)[number][] }[];
}

export const settingsAdminRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { settings, providers }) => {
  const list = async () => ({
    items: (await settings.list()).map(isoDates),
    providers: providers.map(({ name, label, currencies }) => ({ name, label, currencies: [...currencies] })),
  });

  app.get(
    '/api/v1/settings',
    {
      schema: {
        tags,
        security: operators('settings:read'),
        summary: 'List the settings of the store, with earlier versions',
        response: { 200: SettingList, ...errorResponses },
      },
    },
    list,
  );

  app.put(
    '/api/v1/settings/:name',
    {
      schema: {
        tags,
        security: operators('settings:write'),
        summary: 'Change a setting',
        params: Type.Object({ name: Type.Enum(SHOP_SETTING_NAMES) }),
        body: Type.Object({
          version: Type.Integer({ minimum: 0, description: 'The version that the operator has seen' }),
          value: Type.Unknown(),
          reason: Type.String({ maxLength: 500 }),
        }),
        response: { 204: Type.Null(), ...errorResponses },
      },
    },
    async (request, reply) => {
      const { version: seenVersion, value, reason } = request.body;
      await settings.changeSetting(actorOf(request), request.params.name, { seenVersion, value, reason });
      return reply.code(204).send(null);
    },
  );
};
