import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

export default [
  layout('layout/signed-in.tsx', [
    index('routes/today.tsx'),
    route('notices', 'routes/notices.tsx'),
    route('orders', 'routes/orders.tsx'),
    route('orders/:orderId', 'routes/order.tsx'),
    route('approvals', 'routes/approvals.tsx'),
    route('team', 'routes/team.tsx'),
    route('audit', 'routes/audit.tsx'),
    route('profile', 'routes/profile.tsx'),
    route('claims', 'routes/claims.tsx'),
    route('claims/policy', 'routes/claim-policy.tsx'),
    route('claims/:keyId', 'routes/claim.tsx'),
    route('customers', 'routes/customers.tsx'),
    route('customers/:id', 'routes/customer.tsx'),
    route('messages', 'routes/messages.tsx'),
    route('messages/templates', 'routes/templates.tsx'),
    route('messages/:id', 'routes/message.tsx'),
    route('prices', 'routes/prices.tsx'),
    route('prices/changes', 'routes/price-changes.tsx'),
    route('prices/changes/:id', 'routes/price-change.tsx'),
    route('settings', 'routes/settings.tsx'),
    route('patterns', 'routes/patterns.tsx'),
    route('*', 'routes/not-found.tsx'),
  ]),
  route('invitation', 'routes/invitation.tsx'),
] satisfies RouteConfig;
