// Goes to an address.
(url) => { location.assign(url); }
