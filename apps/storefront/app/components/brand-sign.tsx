import brands from './brands.svg?url';

interface BrandSignProps {
  name: 'telegram' | 'vk' | 'instagram' | 'youtube' | 'visa' | 'mastercard';
  size: number;
}

/** Like ui/brand-icon, for signs that stand on every page: they come as one picture instead of with every script. */
export function BrandSign({ name, size }: BrandSignProps) {
  return (
    <svg width={size} height={size} fill="currentColor" aria-hidden="true">
      <use href={`${brands}#${name}`} />
    </svg>
  );
}
