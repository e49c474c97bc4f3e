// The icons of the frame. Each has a visible or an accessible label.

type Props = { readonly size?: number };

function Sign({ d, size = 18 }: Props & { readonly d: string }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      style={{ verticalAlign: 'middle' }}
    >
      <path d={d} />
    </svg>
  );
}

export function SearchSign(props: Props) {
  return <Sign {...props} d="M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM20 20l-4-4" />;
}

export function PersonSign(props: Props) {
  return <Sign {...props} d="M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM5 20c0-3.5 3-5.5 7-5.5s7 2 7 5.5" />;
}

export function CheckSign(props: Props) {
  return <Sign {...props} d="M5 12.5l4.5 4.5L19 7.5" />;
}

export function CircleSign(props: Props) {
  return <Sign {...props} d="M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16z" />;
}
