import brands from './brands.svg?url';

interface BrandSignProps {
  name: 'telegram' | 'vk' | 'instagram' | 'youtube' | 'visa' | 'mastercard' | 'steam';
  size: number;
}

/** Like BrandIcon, for logos on every page: they load as one picture instead of with the scripts. */
export function BrandSign({ name, size }: BrandSignProps) {
  return (
    <svg width={size} height={size} fill="currentColor" aria-hidden="true">
      <use href={`${brands}#${name}`} />
    </svg>
  );
}
