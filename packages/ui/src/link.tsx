import { createContext, use } from 'react';
import { type LinkProps, type NavLinkProps, Link as RouterLink, NavLink as RouterNavLink } from 'react-router';

/** `intent`: links load their page when the visitor points at them or focuses them. */
export const LinkPrefetchContext = createContext<'none' | 'intent'>('none');

export function Link(props: LinkProps) {
  return <RouterLink prefetch={use(LinkPrefetchContext)} {...props} />;
}

export function NavLink(props: NavLinkProps) {
  return <RouterNavLink prefetch={use(LinkPrefetchContext)} {...props} />;
}
