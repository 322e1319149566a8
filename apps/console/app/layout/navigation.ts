import type { Permission } from '@oyna/domain/permissions';
import {
  BadgeAlert,
  BellRing,
  Boxes,
  CalendarCheck,
  ChartColumn,
  Gamepad2,
  HeartPulse,
  History,
  Inbox,
  Package,
  Settings,
  Star,
  Tags,
  TicketPercent,
  UserCheck,
  UserCog,
  Users,
} from 'lucide-react';

interface Place {
  path: string;
  /** Its text is `nav-<id>` in common.json. */
  id:
    | 'today'
    | 'orders'
    | 'team'
    | 'audit'
    | 'claims'
    | 'stock'
    | 'prices'
    | 'catalogue'
    | 'promo'
    | 'customers'
    | 'messages'
    | 'reviews'
    | 'notices'
    | 'approvals'
    | 'settings'
    | 'finance'
    | 'health';
  icon: typeof CalendarCheck;
  /** Pressed after `g`. */
  key: string;
  /** Without it every operator sees the place. */
  permission?: Permission;
  /** Has a place in the bottom bar of a phone. The others are behind "More". */
  isOnPhone?: boolean;
}

/** The menu, in its order. A new screen adds its line here. */
export const PLACES: readonly Place[] = [
  { path: '/', id: 'today', icon: CalendarCheck, key: 't', isOnPhone: true },
  { path: '/orders', id: 'orders', icon: Package, key: 'o', permission: 'orders:read', isOnPhone: true },
  { path: '/claims', id: 'claims', icon: BadgeAlert, key: 'c', permission: 'claims:read', isOnPhone: true },
  { path: '/stock', id: 'stock', icon: Boxes, key: 'k', permission: 'stock:read' },
  { path: '/prices', id: 'prices', icon: Tags, key: 'r', permission: 'prices:read' },
  { path: '/catalogue', id: 'catalogue', icon: Gamepad2, key: 'g', permission: 'content:read' },
  { path: '/promo', id: 'promo', icon: TicketPercent, key: 'd', permission: 'promo:read' },
  { path: '/customers', id: 'customers', icon: Users, key: 'u', permission: 'customers:read' },
  { path: '/messages', id: 'messages', icon: Inbox, key: 'm', permission: 'messages:read' },
  { path: '/reviews', id: 'reviews', icon: Star, key: 'w', permission: 'reviews:read' },
  { path: '/approvals', id: 'approvals', icon: UserCheck, key: 'v' },
  { path: '/finance', id: 'finance', icon: ChartColumn, key: 'f', permission: 'finance:read' },
  { path: '/health', id: 'health', icon: HeartPulse, key: 'h', permission: 'health:read' },
  { path: '/team', id: 'team', icon: UserCog, key: 'e', permission: 'team:read' },
  { path: '/notices', id: 'notices', icon: BellRing, key: 'n', permission: 'team:read' },
  { path: '/audit', id: 'audit', icon: History, key: 'a', permission: 'audit:read' },
  { path: '/settings', id: 'settings', icon: Settings, key: 's', permission: 'settings:read' },
];
