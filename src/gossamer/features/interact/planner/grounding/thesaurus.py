"""Ordinary English words with much the same meaning; rough, for choosing by meaning where no model is at hand."""

from typing import Final

from gossamer.features.interact.planner.grounding.likeness import related, stem, words

_GROUPS: Final = tuple(
    frozenset(stem(word) for word in line.split())
    for line in """
    big large huge enormous giant gigantic massive great vast immense colossal
    small little tiny mini miniature minute petite wee slight
    brave courageous bold fearless heroic valiant daring gallant
    fat chubby plump overweight obese stout heavy tubby portly
    thin slim skinny lean slender
    evil wicked depraved corrupt vicious bad immoral sinful vile villainous
    good fine nice great excellent decent
    happy glad joyful gleeful cheerful merry jolly delighted content pleased jovial ecstatic elated
    sad unhappy sorrowful gloomy miserable melancholy depressed blue upset
    angry mad furious irate enraged cross livid
    scared afraid frightened fearful terrified
    pig swine hog boar piglet pork
    rabbit bunny hare
    dog puppy hound canine pup
    cat kitten feline kitty
    cow cattle bull ox
    horse pony stallion mare steed
    bird fowl
    snake serpent viper
    mouse rodent rat
    sheep lamb
    fire flame blaze inferno
    water sea ocean
    sea ocean
    river stream creek brook
    street road avenue lane
    car automobile vehicle auto
    ship boat vessel yacht
    plane airplane aircraft jet
    train railway locomotive
    red scarlet crimson ruby cherry maroon
    blue azure navy sapphire
    green emerald lime jade
    yellow golden amber
    fast quick rapid swift speedy hasty
    slow sluggish unhurried
    smart clever intelligent bright wise brilliant
    stupid dumb foolish silly dense idiotic unwise
    pretty beautiful lovely gorgeous attractive handsome
    ugly hideous unattractive
    rich wealthy affluent
    poor needy impoverished penniless
    old aged elderly ancient
    young youthful juvenile
    new fresh novel recent
    strong powerful mighty sturdy
    weak feeble frail
    cold chilly freezing icy frigid cool
    hot warm boiling scorching burning
    funny humorous comical amusing hilarious
    strange odd weird peculiar unusual bizarre
    quiet silent still hushed
    loud noisy deafening
    house home residence dwelling
    child kid youngster
    children kids youngsters
    man male guy gentleman
    woman female lady
    doctor physician medic
    lawyer attorney
    teacher instructor educator
    friend pal buddy companion mate
    enemy foe rival opponent
    king monarch ruler
    money cash currency
    job work occupation profession career
    food meal nourishment
    talk speak chat converse
    say tell state
    look see watch view
    begin start commence
    end finish stop conclude
    buy purchase
    help aid assist
    jump leap hop
    run sprint jog dash
    walk stroll stride
    cry weep sob
    laugh giggle chuckle
    scream shout yell shriek
    angry mad
    tired sleepy exhausted weary
    clean tidy neat spotless
    dirty filthy grimy soiled
    rock stone boulder
    forest woods woodland
    hill mountain peak mount
    trash garbage rubbish waste
    gift present
    crazy insane mad mental
    shy timid bashful
    honest truthful sincere
    mean cruel nasty unkind
    kind gentle caring
    lazy idle
    hard difficult tough
    easy simple effortless
    hate loathe detest despise dislike
    love adore cherish
    rage anger fury wrath
    delicious tasty yummy
    television tv
    sofa couch
    picture image photo photograph
    price cost
    answer reply response
    mistake error
    idea thought notion
    favourite favorite preferred
    sick ill unwell
    wet damp moist soaked
    dry arid
    empty vacant hollow
    famous renowned celebrated
    calm peaceful serene tranquil
    shiny glossy gleaming
    sharp pointed
    tall high lofty
    short brief
    """.strip().split("\n")
)


def alike(one: str, other: str) -> bool:
    """Return whether two words, or phrases of a word each, mean much the same."""
    first, second = words(one), words(other)
    if len(first) != 1 or len(second) != 1:
        return first == second
    if related(first[0], second[0]):
        return True
    a, b = stem(first[0]), stem(second[0])
    return any(a in group and b in group for group in _GROUPS)
