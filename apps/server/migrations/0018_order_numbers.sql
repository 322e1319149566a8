-- The short number of a payment, as customers and support read it aloud: OY-7F3K-21.

-- Made of the id alone. Every step can be undone, so two ids never share a number, and neighbouring ids do not look alike.
-- An id beyond 30 bits adds characters at the end.
CREATE FUNCTION order_number(p_id bigint) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  -- No 0 and O, no 1 and I.
  alphabet CONSTANT text := '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
  mask CONSTANT bigint := 1073741823;
  low bigint := p_id & mask;
  high bigint := p_id >> 30;
  digits text := '';
BEGIN
  low := (low * 747796405 + 289133645) & mask;
  low := low # (low >> 15);
  low := (low * 668265263) & mask;
  low := low # (low >> 15);
  FOR i IN 0 .. 5 LOOP
    digits := digits || substr(alphabet, ((low >> (5 * i)) & 31)::integer + 1, 1);
  END LOOP;
  WHILE high > 0 LOOP
    digits := digits || substr(alphabet, (high & 31)::integer + 1, 1);
    high := high >> 5;
  END LOOP;
  RETURN 'OY-' || left(digits, 4) || '-' || substr(digits, 5);
END $$;

ALTER TABLE payment ADD COLUMN number text NOT NULL GENERATED ALWAYS AS (order_number(id)) STORED;
CREATE UNIQUE INDEX payment_number ON payment (number);
